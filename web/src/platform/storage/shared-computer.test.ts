import { tabKey } from '@foyer/contract/pages/page-params';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeCookie } from './cookies.ts';
import { markSharedComputer } from './mark-shared-computer.ts';
import { endSharedSignIn, isSharedComputer, unmarkSharedComputer } from './shared-computer.ts';
import { lastAppKey, readLocal, writeLocal } from './storage.ts';
import { stubStores } from './stub-stores.ts';

const jar = new Map<string, string>();
const attributes = new Map<string, string>();

beforeEach(() => {
  jar.clear();
  stubStores();
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(text)!;
      attributes.set(name, rest);
      if (rest.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

function useTabAndApp() {
  writeLocal(tabKey, 'authCode');
  writeLocal(lastAppKey, 'wechat');
  writeCookie(tabKey, 'authCode', 1000);
}
const kept = () => [readLocal(tabKey), readLocal(lastAppKey), jar.get(tabKey)];

test('the choice is a cookie of this host that ends with the browser', () => {
  expect(isSharedComputer()).toBe(false);
  markSharedComputer();
  expect(isSharedComputer()).toBe(true);
  expect([...attributes.values()]).toContain('; Path=/; SameSite=Lax; Secure');
  unmarkSharedComputer();
  expect(isSharedComputer()).toBe(false);
});

test('a sign-in on a shared computer ends the choice and forgets the last tab and the last app', () => {
  useTabAndApp();
  markSharedComputer();
  endSharedSignIn();
  expect(isSharedComputer()).toBe(false);
  expect(kept()).toEqual([undefined, undefined, undefined]);
});

test('any other sign-in keeps them', () => {
  useTabAndApp();
  endSharedSignIn();
  expect(kept()).toEqual(['authCode', 'wechat', 'authCode']);
});
