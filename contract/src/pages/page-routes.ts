/** The path of every page. The service routes by this table, and links use it. */
export const pageRoutes = {
  login: '/login/web',
  register: '/regist',
  registered: '/regist/success',
  retrieve: '/retrieve',
  findAccount: '/findAccount/account',
  /** Opened on the phone that scanned the QR code. */
  scanConfirm: '/scan/confirm',
  /** Opened on a phone from the QR code of the sign-in page, with the token behind `#`. */
  continueOnPhone: '/continue',
  /** The account of the person who is signed in. */
  account: '/account',
  /** Opened from the notice about a changed mobile number or e-mail address, with the handle behind `#`. */
  undoChange: '/undo',
  /** A person who signs in to an account that is to be closed decides here whether to keep it. */
  keepAccount: '/account/keep',
  serviceAgreement: '/agreement/service',
  privacyPolicy: '/agreement/privacy',
  cookieHint: '/cookieHint',
  help: '/help',
  /** Cached by the browser and shown when there is no network. */
  offline: '/offline',
  /** An application of someone else asks for access to the account. */
  applicationAccess: '/oidc/access',
  /** An application asks for a sign-out that the person has to confirm. */
  applicationSignOut: '/oidc/sign-out',
  applicationSignedOut: '/oidc/signed-out',
  /** Where a person types the code that a command line or a television shows. */
  device: '/device',
  /** Asks whether the device may have the account, and says afterwards how that ended. */
  deviceConfirm: '/device/confirm',
} as const;

/** Stands in for the workspace, where a sign-in leads by default: it shows the account too. */
export const homePath = '/home';

/** The panel of the account page with the password. */
export const passwordPanel = `${pageRoutes.account}#sign-in`;
/** Where password managers look for it: https://w3c.github.io/webappsec-change-password-url/ */
export const changePasswordPath = '/.well-known/change-password';

/** Every path that contains this is the page that an identity provider returns people to. */
export const ssoMiddlePath = '/usercenterFront/ssomiddlepage';

/** Pages that have no path of their own. */
const otherPages = ['ssoMiddle', 'notFound', 'applicationProblem'] as const;
export type PageName = keyof typeof pageRoutes | (typeof otherPages)[number];
export const pageNames = [...Object.keys(pageRoutes), ...otherPages] as PageName[];

/** Other paths of the same pages. */
export const pageAliases: ReadonlyMap<string, PageName> = new Map([
  ['/', 'login'],
  ['/login', 'login'],
  [homePath, 'account'],
  ['/usercenterFront/retrieve/web', 'retrieve'],
]);

export function pageAt(pathname: string): PageName {
  if (pathname.includes(ssoMiddlePath.slice(1))) return 'ssoMiddle';
  const path = withoutEndSlashes(pathname);
  for (const [name, route] of Object.entries(pageRoutes)) if (route === path) return name as PageName;
  return pageAliases.get(path) ?? 'notFound';
}

/** Undefined for a page that has none. */
export const pathOfPage = (page: PageName): string | undefined =>
  page === 'ssoMiddle' ? ssoMiddlePath : (pageRoutes as Partial<Record<PageName, string>>)[page];

/** Written as a loop: a regular expression takes quadratic time on many slashes. */
function withoutEndSlashes(pathname: string) {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end);
}

/** The page that asks whether to keep an account, with the URL to go to afterwards. */
export const keepAccountUrl = (redirectUrl: string) =>
  `${pageRoutes.keepAccount}?${new URLSearchParams({ redirectUrl }).toString()}`;

/** Whether a redirect URL is that of `keepAccountUrl`. */
export const isKeepAccountUrl = (redirectUrl: string | undefined) =>
  redirectUrl?.startsWith(`${pageRoutes.keepAccount}?`) ?? false;
