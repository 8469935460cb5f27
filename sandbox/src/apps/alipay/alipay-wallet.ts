import { createCipheriv, randomBytes } from 'node:crypto';
import { minutes } from '../../clock/clock.ts';
import type { Person } from '../../people.ts';
import { alipayAccount } from './alipay-account.ts';
import { rsa2Sign } from './rsa2.ts';

const codeLifetime = minutes(3);

export type AlipayWallet = ReturnType<typeof createAlipayWallet>;
type AlipayPerson = NonNullable<Person['appAccounts']>['alipay'];

/** The parts of the Alipay app that a mini-program can call. */
export function createAlipayWallet(now: () => number) {
  const codes = new Map<string, { owner: AlipayPerson; expiresAt: number }>();

  return {
    /** `my.getAuthCode` with the scope `auth_base`, which needs no consent. */
    authCode(owner: AlipayPerson): string {
      for (const [code, { expiresAt }] of codes) if (expiresAt <= now()) codes.delete(code);
      const code = randomBytes(16).toString('hex');
      codes.set(code, { owner, expiresAt: now() + codeLifetime });
      return code;
    },

    /** Returns the owner of a code and uses the code up. */
    redeem(code: string): AlipayPerson | undefined {
      const grant = codes.get(code);
      codes.delete(code);
      return grant && grant.expiresAt > now() ? grant.owner : undefined;
    },

    /** `my.getPhoneNumber`: the encrypted text that a mini-program gets after the owner's consent. */
    phoneNumber({ mobile, country }: AlipayPerson): string {
      // Alipay does not document the format of a number outside mainland China.
      const number = country === '86' ? mobile : `${country}-${mobile}`;
      return encrypted({ code: '10000', msg: 'Success', mobile: number });
    },
  };
}

function encrypted(content: object) {
  const cipher = createCipheriv('aes-128-cbc', alipayAccount.phoneKey, Buffer.alloc(16));
  const response = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]).toString('base64');
  const sign = rsa2Sign(`"${response}"`, alipayAccount.alipayPrivateKey);
  return JSON.stringify({ response, sign, sign_type: 'RSA2', encrypt_type: 'AES', charset: 'UTF-8' });
}
