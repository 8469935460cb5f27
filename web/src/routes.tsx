import type { ComponentType } from 'react';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import type { PageName } from '@foyer/contract/pages/page-routes';

type Load = (variant: PageVariant) => Promise<ComponentType>;

/** Each page is a file of its own, loaded with its document. */
const pages: Record<PageName, Load> = {
  login: async () => (await import('./pages/login.page.tsx')).LoginPage,
  home: async () => (await import('./pages/home.page.tsx')).HomePage,
  notFound: async () => (await import('./pages/not-found.page.tsx')).NotFoundPage,
  cookieHint: async () => (await import('./pages/cookie-hint.page.tsx')).CookieHintPage,
  serviceAgreement: ({ language }) =>
    import('./pages/agreement.page.tsx').then((m) => m.serviceAgreementPage(language)),
  privacyPolicy: ({ language }) => import('./pages/agreement.page.tsx').then((m) => m.privacyPolicyPage(language)),
  register: async () => (await import('./pages/register.page.tsx')).RegisterPage,
  registered: async () => (await import('./pages/registered.page.tsx')).RegisteredPage,
  retrieve: async () => (await import('./pages/retrieve.page.tsx')).RetrievePage,
  findAccount: async () => (await import('./pages/find-account.page.tsx')).FindAccountPage,
  scanConfirm: async () => (await import('./pages/scan-confirm.page.tsx')).ScanConfirmPage,
  offline: async () => (await import('./pages/offline.page.tsx')).OfflinePage,
  help: async () => (await import('./pages/help.page.tsx')).HelpPage,
  ssoMiddle: async () => (await import('./pages/sso-middle.page.tsx')).SsoMiddlePage,
};

export const loadPage: Load = (variant) => pages[variant.page](variant);
