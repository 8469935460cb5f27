import { readAccount } from '../rules/account-rules.ts';
import { longest } from '../first-limits.ts';
import { paramOf, redirectsIn } from './redirect-params.ts';

/** The query parameters of `/login/web`. Of a repeated parameter the first value counts. */
export type Tab = 'user' | 'authCode';

export const tabKey = 'preLoginWay';
export const isTab = (value: unknown): value is Tab => value === 'user' || value === 'authCode';

export interface PageParams {
  /** Prefills the account field. */
  account: string | undefined;
  /** The URL fixes the account: the field is locked and the QR code is hidden. A value that is not an account locks nothing. */
  locked: boolean;
  tab: Tab | undefined;
  sso: boolean;
  appSso: boolean;
  languageHidden: boolean;
  preLoginId: string | undefined;
  accessCode: string | undefined;
  /** In order of precedence. */
  redirects: string[];
}

export function readPageParams(search: string): PageParams {
  const params = new URLSearchParams(search);
  const value = (name: string, cap?: number) => paramOf(params, name, cap);
  const on = (name: string) => params.has(name) && !['false', '0'].includes(value(name)?.toLowerCase() ?? '');
  const fixed = value('account') ?? value('principal');
  const tab = value('preLoginWay');
  return {
    account: fixed ?? value('localAccount'),
    locked: (fixed !== undefined && readAccount(fixed) !== undefined) || on('ssoLogin'),
    tab: tab === undefined ? undefined : isTab(tab) ? tab : 'user',
    sso: on('ssoLogin') || on('appSsoLogin'),
    appSso: on('appSsoLogin'),
    languageHidden: on('hideLanguageButton'),
    preLoginId: value('preLoginId'),
    accessCode: value('accessCode', longest.accessCode),
    redirects: redirectsIn(params),
  };
}
