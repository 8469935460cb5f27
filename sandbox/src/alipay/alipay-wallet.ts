import { createCipheriv, randomBytes } from 'node:crypto';
import { minutes } from '../clock/clock.ts';
import type { Person } from '../people.ts';
import { alipayAccount } from './alipay-account.ts';
import { rsa2Sign } from './rsa2.ts';

/** As short as Alipay makes it. */
const codeLives = minutes(3);

export type AlipayWallet = ReturnType<typeof createAlipayWallet>;
type Alipay = NonNullable<Person['appAccounts']>['alipay'];

/** The app on everyone's phone, as far as a mini-program can ask it. */
export function createAlipayWallet(now: () => number) {
  const codes = new Map<string, { owner: Alipay; until: number }>();

  return {
    /** `my.getAuthCode` with `auth_base`: nobody is asked. */
    authCode(owner: Alipay): string {
      for (const [code, { until }] of codes) if (until <= now()) codes.delete(code);
      const code = randomBytes(16).toString('hex');
      codes.set(code, { owner, until: now() + codeLives });
      return code;
    },

    /** Whose it is. Asking uses it up. */
    redeem(code: string): Alipay | undefined {
      const found = codes.get(code);
      codes.delete(code);
      return found && found.until > now() ? found.owner : undefined;
    },

    /** `my.getPhoneNumber`: the text a mini-program gets once its owner has agreed. */
    phoneNumber({ mobile, country }: Alipay): string {
      // Alipay does not document how a number from elsewhere looks; it is no mainland one in any case.
      const number = country === '86' ? mobile : `${country}-${mobile}`;
      return sealed({ code: '10000', msg: 'Success', mobile: number });
    },
  };
}

function sealed(answer: object) {
  const cipher = createCipheriv('aes-128-cbc', alipayAccount.phoneKey, Buffer.alloc(16));
  const response = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()]).toString('base64');
  const sign = rsa2Sign(`"${response}"`, alipayAccount.alipayPrivateKey);
  return JSON.stringify({ response, sign, sign_type: 'RSA2', encrypt_type: 'AES', charset: 'UTF-8' });
}
