import { readAccount } from '../rules/account-rules.ts';
import { input, longest } from '../limits.ts';

/** What the address of `/login/web` may ask for. The first of a repeated parameter counts. */
export type Tab = 'user' | 'authCode';

export const tabKey = 'preLoginWay';
export const isTab = (value: unknown): value is Tab => value === 'user' || value === 'authCode';

export interface PageParams {
  /** Prefills the account field. */
  account: string | undefined;
  /** The account is fixed by the address: the field is locked and nothing is scanned. What is no account fixes nothing. */
  locked: boolean;
  tab: Tab | undefined;
  sso: boolean;
  appSso: boolean;
  languageHidden: boolean;
  preLoginId: string | undefined;
  accessCode: string | undefined;
  /** In the order in which they are tried. */
  redirects: string[];
}

export function readPageParams(search: string): PageParams {
  const params = new URLSearchParams(search);
  const given = (name: string, cap: number = input.maxLength) => params.get(name)?.trim().slice(0, cap) || undefined;
  const on = (name: string) => params.has(name) && !['false', '0'].includes(given(name)?.toLowerCase() ?? '');
  const fixed = given('account') ?? given('principal');
  const wanted = given('preLoginWay');
  return {
    account: fixed ?? given('localAccount'),
    locked: (fixed !== undefined && readAccount(fixed) !== undefined) || on('ssoLogin'),
    tab: wanted === undefined ? undefined : isTab(wanted) ? wanted : 'user',
    sso: on('ssoLogin') || on('appSsoLogin'),
    appSso: on('appSsoLogin'),
    languageHidden: on('hideLanguageButton'),
    preLoginId: given('preLoginId'),
    accessCode: given('accessCode'),
    redirects: [given('cusRedirectUrl', longest.redirectParam), given('redirectUrl', longest.redirectParam)].filter(
      (url) => url !== undefined,
    ),
  };
}
