import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seconds } from '@foyer/contract/time';
import { notifyOtherTabs, onSignInElsewhere, readLastSignIn } from './other-tabs.ts';
import { stubStores } from './stub-stores.ts';

beforeEach(() => {
  vi.useFakeTimers();
  stubStores();
  const page = new EventTarget();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const becomeVisible = () => document.dispatchEvent(new Event('visibilitychange'));

test('a sign-in of another tab is noticed when this tab becomes visible', () => {
  const onSignIn = vi.fn();
  onSignInElsewhere(readLastSignIn(), onSignIn);
  becomeVisible();
  expect(onSignIn).not.toHaveBeenCalled();
  localStorage.setItem('foyer.signedInAt', '1');
  becomeVisible();
  expect(onSignIn).toHaveBeenCalledTimes(1);
});

test('a sign-in of this tab is not one of another tab; a later one of another tab is', () => {
  const onSignIn = vi.fn();
  onSignInElsewhere(readLastSignIn(), onSignIn);
  notifyOtherTabs();
  becomeVisible();
  expect(onSignIn).not.toHaveBeenCalled();
  localStorage.setItem('foyer.signedInAt', `${Date.now() + seconds(1)}`);
  becomeVisible();
  expect(onSignIn).toHaveBeenCalledTimes(1);
});

test('a sign-in of another tab before this one listens is noticed at once', () => {
  const onSignIn = vi.fn();
  const before = readLastSignIn();
  localStorage.setItem('foyer.signedInAt', '1');
  onSignInElsewhere(before, onSignIn);
  expect(onSignIn).toHaveBeenCalledTimes(1);
});
