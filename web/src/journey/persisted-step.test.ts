import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { input, persisted } from '@foyer/contract/limits';
import { stubStores } from '../platform/storage/stub-stores.ts';
import { saveStep, loadStep } from './persisted-step.ts';

const handle = 'h'.repeat(43);
const record = { url: '/login/web?a=1', until: 0 };
const secondFactor = { at: 'secondFactor', mobile: '138****8001', preServiceId: handle } as const;

beforeEach(() => {
  vi.useFakeTimers();
  record.until = Date.now() + persisted.lifetime;
  vi.stubGlobal('location', { pathname: '/login/web', search: '?a=1', protocol: 'http:' });
  stubStores();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const store = (value: unknown, envelope: object = record) =>
  localStorage.setItem('foyer.step', JSON.stringify({ ...envelope, value }));

/** A document whose cookies work or not, and a function that changes that. */
function stubCookies(start: 'on' | 'off') {
  let state = start;
  let cookie = '';
  vi.stubGlobal('document', {
    documentElement: { lang: 'en-US' },
    get cookie() {
      return cookie;
    },
    set cookie(text: string) {
      cookie = state === 'on' ? text.split(';')[0]! : '';
    },
  });
  return (next: 'on' | 'off') => (state = next);
}

test('a step is restored at its own URL until it expires', () => {
  saveStep(secondFactor);
  vi.advanceTimersByTime(persisted.lifetime - 1);
  expect(loadStep()).toEqual(secondFactor);
  vi.stubGlobal('location', { pathname: '/login/web', search: '' });
  expect(loadStep()).toBeUndefined();
  vi.stubGlobal('location', { pathname: '/login/web', search: '?a=1' });
  vi.advanceTimersByTime(1);
  expect(loadStep()).toBeUndefined();
});

test.each([
  { at: 'agreement', outcome: { is: 'mustAgreeFirst', principal: '13800138000', serviceId: handle } },
  {
    at: 'bindMobile',
    outcome: { is: 'needsMobile', app: 'wechat', userInfoContextId: handle, principal: '13800138000' },
  },
] as const)('a step ($at) that names an account is stored for its tab only', (step) => {
  saveStep(step);
  expect([localStorage.getItem('foyer.step'), sessionStorage.getItem('foyer.step')]).toEqual([
    null,
    expect.stringContaining('13800138000'),
  ]);
  expect(loadStep()).toEqual(step);
});

test('the bind panel of a company sign-in is stored for its tab only, and not without cookies [SO-08]', () => {
  const outcome = {
    is: 'needsAccount',
    accessCode: 'a+b/c=',
    mobile: '138****8002',
    email: undefined,
    emailOnly: false,
  } as const;
  const cookies = stubCookies('on');
  saveStep({ at: 'bindAccount', outcome });
  expect(localStorage.getItem('foyer.step')).toBeNull();
  expect(loadStep()).toEqual({ at: 'bindAccount', outcome });
  cookies('off');
  saveStep({ at: 'bindAccount', outcome });
  expect(loadStep()).toBeUndefined();
});

test('what is said about a new agreement is restored with its dialog [DG-09]', () => {
  const outcome = {
    is: 'signedIn',
    ouid: 'mei',
    needAgreement: true,
    agreementUpdated: { day: '2026-11-01', changes: 'Section 9 is shorter.' },
  } as const;
  saveStep({ at: 'agreement', outcome });
  expect(loadStep()).toEqual({ at: 'agreement', outcome });
});

test('one-click sign-in is restored without its countdown [DG-03]', () => {
  const outcome = {
    is: 'mobileAlreadyBound',
    app: 'alipay',
    userInfoContextId: handle,
    principal: '138****8003',
  } as const;
  saveStep({ at: 'oneClick', outcome });
  expect(loadStep()).toEqual({ at: 'oneClick', outcome, restored: true });
});

test('ignores stored values that are not a valid step [AC-51]', () => {
  store(secondFactor);
  expect(loadStep()).toEqual(secondFactor);
  const redirect = { at: 'redirect', url: 'https://evil.test/' };
  for (const value of [
    null,
    'secondFactor',
    [],
    {},
    redirect,
    { at: 'registered' },
    { at: 'realName', accountId: 'x' },
    { at: '__proto__' },
    { at: 'toString' },
    { at: 'secondFactor' },
    { ...secondFactor, mobile: {} },
    { ...secondFactor, mobile: 'x'.repeat(input.maxLength + 1) },
    { ...secondFactor, preServiceId: '' },
    { ...secondFactor, preServiceId: 'x y' },
    { at: 'leaving', url: 'https://evil.test/' },
    Array.from({ length: 1000 }, () => [[]]),
    { ...secondFactor, preServiceId: 'x'.repeat(5000) },
    { at: 'agreement', outcome: redirect },
    { at: 'agreement', outcome: { is: 'signedIn' } },
    { at: 'agreement', outcome: { is: 'signedIn', ouid: 'x', needAgreement: false } },
    { at: 'setPassword', serviceId: handle, url: 1 },
    { at: 'oneClick', outcome: { is: 'mobileAlreadyBound', app: 'evil', userInfoContextId: handle } },
  ]) {
    store(value);
    expect(loadStep(), JSON.stringify(value).slice(0, 80)).toBeUndefined();
  }
  for (const envelope of [
    { ...record, until: record.until + 1 },
    { ...record, until: 'soon' },
    { ...record, until: `${record.until}` },
    { ...record, until: undefined },
    { ...record, url: undefined },
    { ...record, url: '/login/web' },
  ]) {
    store(secondFactor, envelope);
    expect(loadStep(), JSON.stringify(envelope)).toBeUndefined();
  }
  for (const text of ['', '{', '__proto__', 'NaN', 'null', '[]', '"x"', '['.repeat(50_000)]) {
    localStorage.setItem('foyer.step', text);
    expect(loadStep(), text.slice(0, 20)).toBeUndefined();
  }
});
