import { signInForm } from '../../chromium.ts';
import type { Page } from '@playwright/test';

/**
 * What a person does on a page. The calls whose path ends with a name of `fine` are answered with its data, those of
 * `real` by the service, and all others badly. The walk is over when the page has made the call that `reaches` ends.
 */
export interface Walk {
  name: string;
  path: string;
  reaches: string;
  signedIn?: boolean;
  real?: readonly string[];
  fine?: Record<string, unknown>;
  act?: (page: Page) => Promise<void>;
}

const account = '13800138000';
const humanCheck = ['/robotAuth/challenge', '/robotAuth/apply'];
const sent = { '/sender/mobile/v3': { serviceId: 'attack' } };
const signedIn = { ouid: 'attack', loginDoubleCheck: false, needAgreement: false, newUser: false };
const secondFactor = { ...signedIn, loginDoubleCheck: true, preServiceId: 'attack', mobile: '138****8000' };
const unlinked = { loginStatus: false, loginMobile: account, loginEmail: '', loginLimit: '', realNameStatus: false };

async function signInByPassword(page: Page) {
  const { account: field, password, submit } = signInForm(page);
  await field.fill(account);
  await password.fill('Foyer-2026');
  await submit.click();
}

async function requestCode(page: Page) {
  await signInForm(page).account.fill(account);
  await page.getByRole('tabpanel').locator('button:not([type=submit])').first().click();
}

async function signInByCode(page: Page) {
  const answered = page.waitForResponse('**/sender/mobile/v3');
  await requestCode(page);
  await answered;
  // The last digit submits.
  await page.locator('input[autocomplete~="one-time-code"]').first().fill('123456');
}

const byPassword = { path: '/login/web?preLoginWay=user', act: signInByPassword };
const byCode = { path: '/login/web?preLoginWay=authCode', act: signInByCode };

export const walks: Walk[] = [
  { name: 'sign-in by password', reaches: '/login/commit/user', ...byPassword },
  {
    name: 'second factor',
    reaches: '/robotAuth/challenge',
    fine: { '/login/commit/user': secondFactor },
    ...byPassword,
  },
  {
    name: 'agreement',
    reaches: '/login/commit/user',
    fine: { '/login/commit/user': { ...signedIn, needAgreement: true } },
    ...byPassword,
  },
  { name: 'request of a code', reaches: '/robotAuth/challenge', path: byCode.path, act: requestCode },
  {
    name: 'puzzle of the human check',
    reaches: '/robotAuth/apply',
    path: byCode.path,
    real: ['/robotAuth/challenge'],
    act: requestCode,
  },
  {
    name: 'code after the human check',
    reaches: '/sender/mobile/v3',
    path: byCode.path,
    real: humanCheck,
    act: requestCode,
  },
  { name: 'typed code', reaches: '/sender/verify', real: humanCheck, fine: sent, ...byCode },
  {
    name: 'sign-in by code',
    reaches: '/login/commit',
    real: humanCheck,
    fine: { ...sent, '/sender/verify': null },
    ...byCode,
  },
  {
    name: 'polls of a scan',
    reaches: '/wechatOfficeFocus/result',
    path: '/login/web?preLoginWay=user',
    real: ['/WECHAT_OFFICIAL_ACCOUNT'],
  },
  { name: 'page after registering', reaches: '/user/accounts/me', path: '/regist/success', signedIn: true },
  {
    name: 'parts of the account page',
    reaches: '/user/accounts/consents',
    path: '/home',
    signedIn: true,
  },
  {
    name: 'return from a company',
    reaches: '/authorize/check',
    path: '/usercenterFront/ssomiddlepage?accessCode=attack',
  },
  {
    name: 'unlinked person of a company',
    reaches: '/authorize/check',
    path: '/usercenterFront/ssomiddlepage?accessCode=attack',
    fine: { '/authorize/check': unlinked },
  },
  { name: 'return from DingTalk', reaches: '/dingding/callback/result', path: '/login/web?preLoginId=attack' },
  { name: 'confirmation of a scan', reaches: '/scan/offer', path: '/scan/confirm?ticket=attack' },
  { name: 'undo of a change', reaches: '/undo/offer', path: '/undo#attack' },
  { name: 'account to be closed', reaches: '/user/accounts/closure', path: '/account/keep', signedIn: true },
  { name: 'help', reaches: '/columns', path: '/help' },
];
