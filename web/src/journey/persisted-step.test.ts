import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { input, persisted } from '@foyer/contract/limits';
import { stubStores } from '../platform/storage/stub-stores.ts';
import { saveStep, loadStep } from './persisted-step.ts';

const handle = 'h'.repeat(43);
const here = { place: '/login/web?a=1', until: 0 };
const secondFactor = { at: 'secondFactor', mobile: '138****8001', preServiceId: handle } as const;

beforeEach(() => {
  vi.useFakeTimers();
  here.until = Date.now() + persisted.lifetime;
  vi.stubGlobal('location', { pathname: '/login/web', search: '?a=1' });
  stubStores();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const lies = (value: unknown, record: object = here) =>
  localStorage.setItem('foyer.step', JSON.stringify({ ...record, value }));

test('a step is found again at its own address, up to its end and not a moment longer', () => {
  saveStep(secondFactor);
  vi.advanceTimersByTime(persisted.lifetime - 1);
  expect(loadStep()).toEqual(secondFactor);
  vi.stubGlobal('location', { pathname: '/login/web', search: '' });
  expect(loadStep()).toBeUndefined();
  vi.stubGlobal('location', { pathname: '/login/web', search: '?a=1' });
  vi.advanceTimersByTime(1);
  expect(loadStep()).toBeUndefined();
});

test('a place that names an account is gone with its tab', () => {
  const then = { is: 'mustAgreeFirst', principal: '13800138000', serviceId: handle } as const;
  saveStep({ at: 'consent', then });
  expect([localStorage.getItem('foyer.step'), sessionStorage.getItem('foyer.step')]).toEqual([
    null,
    expect.stringContaining('13800138000'),
  ]);
  expect(loadStep()).toEqual({ at: 'consent', then });
});

test('what was about to sign in by itself is found again and waits for the button [DG-03]', () => {
  const known = {
    is: 'mobileAlreadyBound',
    app: 'alipay',
    userInfoContextId: handle,
    principal: '138****8003',
  } as const;
  saveStep({ at: 'oneClick', known });
  expect(loadStep()).toEqual({ at: 'oneClick', known, found: true });
});

test('what nobody of ours wrote is no place [AC-51]', () => {
  lies(secondFactor);
  expect(loadStep()).toEqual(secondFactor);
  const leaving = { at: 'leaving', url: 'https://evil.test/' };
  for (const value of [
    null,
    'secondFactor',
    [],
    {},
    leaving,
    { at: 'registered' },
    { at: 'realName', unverified: 'x' },
    { at: '__proto__' },
    { at: 'toString' },
    { at: 'secondFactor' },
    { ...secondFactor, mobile: {} },
    { ...secondFactor, mobile: 'x'.repeat(input.maxLength + 1) },
    { ...secondFactor, preServiceId: '' },
    { ...secondFactor, preServiceId: 'x'.repeat(5000) },
    { at: 'consent', then: leaving },
    { at: 'setPassword', serviceId: handle, url: 1 },
    { at: 'oneClick', known: { is: 'mobileAlreadyBound', app: 'evil', userInfoContextId: handle } },
  ]) {
    lies(value);
    expect(loadStep(), JSON.stringify(value).slice(0, 80)).toBeUndefined();
  }
  for (const record of [
    { ...here, until: here.until + 1 },
    { ...here, until: 'soon' },
    { ...here, until: `${here.until}` },
    { ...here, until: undefined },
    { ...here, place: undefined },
    { ...here, place: '/login/web' },
  ]) {
    lies(secondFactor, record);
    expect(loadStep(), JSON.stringify(record)).toBeUndefined();
  }
  for (const text of ['', '{', 'null', '[]', '"x"', '['.repeat(50_000)]) {
    localStorage.setItem('foyer.step', text);
    expect(loadStep(), text.slice(0, 20)).toBeUndefined();
  }
});
