import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seconds } from '@foyer/contract/time';
import { notifyOtherTabs, onSignInElsewhere } from './other-tabs.ts';
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
  onSignInElsewhere(onSignIn);
  becomeVisible();
  expect(onSignIn).not.toHaveBeenCalled();
  localStorage.setItem('foyer.signedInAt', '1');
  becomeVisible();
  expect(onSignIn).toHaveBeenCalledTimes(1);
});

test('a sign-in of this tab is not one of another tab; a later one of another tab is', () => {
  const onSignIn = vi.fn();
  onSignInElsewhere(onSignIn);
  notifyOtherTabs();
  becomeVisible();
  expect(onSignIn).not.toHaveBeenCalled();
  localStorage.setItem('foyer.signedInAt', `${Date.now() + seconds(1)}`);
  becomeVisible();
  expect(onSignIn).toHaveBeenCalledTimes(1);
});
