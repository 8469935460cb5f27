import { languages } from '@foyer/contract/language';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import { pageNames } from '@foyer/contract/pages/page-routes';
import { devices } from '@foyer/contract/rules/device-rules';

/** Opened by apps and applications with handles that only our own service makes. */
const needsOurService = new Set([
  'scanConfirm',
  'continueOnPhone',
  'applicationAccess',
  'applicationSignOut',
  'applicationSignedOut',
  'applicationProblem',
  'device',
  'deviceConfirm',
]);
const either = [false, true];

/** The parts of a file name that stand for what differs from the usual document of a page. */
export const nameParts = { authCode: '.authCode', locked: '.locked', sso: '.sso', languageHidden: '.noLanguages' };

/** Every document that a request can get. Fields without effect on a page have the values that the service gives them. */
export function documentVariants(): PageVariant[] {
  return pageNames
    .filter((page) => !needsOurService.has(page))
    .flatMap((page) => languages.flatMap((language) => devices.map((device) => ({ page, language, device }))))
    .flatMap((document) => {
      const isLogin = document.page === 'login';
      const tabs = isLogin ? (['user', 'authCode'] as const) : (['user'] as const);
      const onLogin = isLogin ? either : [false];
      const hidden = document.page === 'offline' ? [true] : document.device === 'app' ? [false] : either;
      return tabs.flatMap((tab) =>
        onLogin.flatMap((locked) =>
          onLogin.flatMap((sso) =>
            hidden.map((languageHidden): PageVariant => ({ ...document, tab, locked, sso, languageHidden })),
          ),
        ),
      );
    });
}

/** The name by which the web server finds the document: `login.zh-CN.pc.html`, `login.en-US.h5.authCode.locked.html`. */
export function documentName({ page, language, device, tab, locked, sso, languageHidden }: PageVariant): string {
  const parts = [
    tab === 'authCode' && nameParts.authCode,
    locked && nameParts.locked,
    sso && nameParts.sso,
    languageHidden && page !== 'offline' && nameParts.languageHidden,
  ];
  return `${page}.${language}.${device}${parts.filter(Boolean).join('')}.html`;
}
