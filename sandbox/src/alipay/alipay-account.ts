import { createPrivateKey, createPublicKey } from 'node:crypto';
import { alipayKey, customerKey } from './alipay-keys.ts';

const keyOf = (text: string) => createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const publicHalf = (text: string) => createPublicKey(keyOf(text));

/** What Alipay has of its customer: an app, and a key for each end. */
export const alipayAccount = {
  appId: '2021000000000001',
  /** The only page of the mini-program. */
  page: 'pages/login/login',
  customerPublicKey: publicHalf(customerKey),
  alipayPrivateKey: keyOf(alipayKey),
  phoneKey: Buffer.from('sandbox-phonekey'),
};

/** The account as its owner notes it down. */
export const alipayAccess = (gatewayUrl: string, linkUrl: string) => ({
  gatewayUrl,
  authUrl: `${linkUrl}authorize`,
  linkUrl,
  appId: alipayAccount.appId,
  page: alipayAccount.page,
  privateKey: customerKey,
  alipayPublicKey: publicHalf(alipayKey).export({ format: 'der', type: 'spki' }).toString('base64'),
  phoneKey: alipayAccount.phoneKey.toString('base64'),
});
