import { expect } from 'vitest';
import { hashBackupCodes } from '../../../src/parts/stored-factor/backup-codes.ts';
import { sealSecret } from '../../../src/parts/stored-factor/authenticator.ts';
import { makeTotpSecret, totpAt } from '../../../src/platform/totp.ts';
import type { createBrowser } from '../test-browser.ts';
import type { TestApp } from '../test-app.ts';

type Browser = ReturnType<typeof createBrowser>;

/** Accounts with an authenticator app or backup codes, and the call that submits their codes. */
export function factorHelpers(services: TestApp) {
  return {
    /** Returns the app of a person: the codes that it shows at a time, by default now. */
    async addAuthenticator(account: string) {
      const secret = makeTotpSecret();
      await services.stores.authenticators.save(account, {
        encryptedSecret: sealSecret(services, account, secret),
        step: 0,
      });
      return (later = 0) => totpAt(secret, services.clock.now() + later).code;
    },

    async addBackupCodes(account: string, codes: readonly string[]) {
      const slot = services.passwords.reserveSlot()!;
      try {
        const { salt, codeHashes } = await hashBackupCodes(services.random, slot, codes);
        await services.stores.backupCodes.replace(account, salt, codeHashes);
      } finally {
        slot.release();
      }
    },

    /** As on the account page, saved and confirmed. */
    async makeBackupCodes(browser: Browser) {
      const { data } = await browser.post('/user/accounts/backupCodes');
      expect(await browser.post('/user/accounts/backupCodes/confirm', { setupId: data['setupId'] })).toMatchObject({
        code: 0,
      });
      return data['codes'] as string[];
    },

    submitFactor: (
      browser: Browser,
      factor: 'totp' | 'backupCode',
      preServiceId: unknown,
      credentials: string,
      more = {},
    ) => browser.post(`/sender/verifyLoginDoubleCheck/${factor}`, { credentials, preServiceId, ...more }),
  };
}
