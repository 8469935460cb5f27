import type { ComponentType } from 'react';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import type { PageName } from '@foyer/contract/pages/page-routes';

/** The file of each page in `pages/`. */
const files: Record<PageName, string> = {
  login: 'login',
  register: 'register',
  registered: 'registered',
  retrieve: 'retrieve',
  findAccount: 'find-account',
  scanConfirm: 'scan-confirm',
  continueOnPhone: 'scan-confirm',
  account: 'account',
  undoChange: 'undo-change',
  keepAccount: 'keep-account',
  serviceAgreement: 'agreement',
  privacyPolicy: 'agreement',
  cookieHint: 'cookie-hint',
  help: 'help',
  offline: 'offline',
  ssoMiddle: 'sso-middle',
  notFound: 'not-found',
  applicationAccess: 'application-access',
  applicationSignOut: 'application-sign-out',
  applicationSignedOut: 'application-signed-out',
  applicationProblem: 'application-problem',
  device: 'device',
  deviceConfirm: 'device',
};

type PageModule = { Page: ComponentType } | { loadPage(variant: PageVariant): Promise<ComponentType> };

export const pageFile = (page: PageName) => `src/pages/${files[page]}.page.tsx`;

export async function loadPage(variant: PageVariant): Promise<ComponentType> {
  const module: PageModule = await import(`./pages/${files[variant.page]}.page.tsx`);
  return 'Page' in module ? module.Page : module.loadPage(variant);
}
