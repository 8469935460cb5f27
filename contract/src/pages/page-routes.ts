/** Every page by its address. The service answers from this table; links are written with it. */
export const pageRoutes = {
  login: '/login/web',
  register: '/regist',
  registered: '/regist/success',
  retrieve: '/retrieve',
  findAccount: '/findAccount/account',
  /** Opened on the phone that scanned. */
  scanConfirm: '/scan/confirm',
  home: '/home',
  serviceAgreement: '/agreement/service',
  privacyPolicy: '/agreement/privacy',
  cookieHint: '/cookieHint',
  help: '/help',
  /** Kept by the browser for when there is no network. */
  offline: '/offline',
} as const;

/** Every address with this in it is the page that people come back to from their company. */
export const ssoMiddlePath = '/usercenterFront/ssomiddlepage';

export type PageName = keyof typeof pageRoutes | 'ssoMiddle' | 'notFound';
export const pageNames = [...Object.keys(pageRoutes), 'ssoMiddle', 'notFound'] as PageName[];

const aliases: Record<string, PageName> = {
  '/': 'login',
  '/login': 'login',
  '/usercenterFront/retrieve/web': 'retrieve',
};

export function pageAt(pathname: string): PageName {
  if (pathname.includes(ssoMiddlePath.slice(1))) return 'ssoMiddle';
  const path = withoutEndSlashes(pathname);
  for (const [name, route] of Object.entries(pageRoutes)) if (route === path) return name as PageName;
  return Object.hasOwn(aliases, path) ? aliases[path]! : 'notFound';
}

/** By hand: a pattern for it takes the square of a long row of slashes. */
function withoutEndSlashes(pathname: string) {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end);
}
