import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import { expect } from 'vitest';
import type { Pages } from '../../../src/http/pages.ts';
import { sha256Hex } from '../../../src/platform/sha256.ts';
import type { TestApp } from '../test-app.ts';
import { codeHelpers } from './test-codes.ts';

type Browser = ReturnType<TestApp['browser']>;

/** Pages whose document is what the account chooser is rendered from. */
export const chooserPages: Pages = {
  render: async (variant, _config, { remembered } = {}) => JSON.stringify({ locked: variant.locked, remembered }),
  assets: new Map(),
};

/** Browsers that remember accounts, and the calls that a card of the sign-in page makes. */
export function chooserHelpers(services: TestApp, firstNumber: number) {
  const { loginParams } = codeHelpers(services);
  const password = 'Foyer-2026';
  let numbers = firstNumber;
  const newMobile = () => String((numbers += 1));

  return {
    password,
    newMobile,

    async signedIn(browser: Browser, more: Parameters<TestApp['addAccount']>[0] = {}) {
      const mobile = newMobile();
      const ouid = await services.addAccount({ mobile, password, ...more });
      expect(await browser.signIn(more.email ?? mobile, password)).toMatchObject({ code: 0 });
      return { mobile, ouid };
    },

    /** What the document of the sign-in page contains. */
    async cardsIn(browser: Browser, url = '/login/web', headers = {}): Promise<RememberedAccount[] | undefined> {
      const { body } = await browser.send({ method: 'GET', url, headers });
      return (JSON.parse(body) as { remembered?: RememberedAccount[] }).remembered;
    },

    withHandle: (browser: Browser, handle: string | undefined, secret = password) =>
      browser.post('/login/commit/user', { preServiceId: handle, credentials: sha256Hex(secret), loginParams }),
  };
}
