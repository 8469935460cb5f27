import { createPrivateKey, createPublicKey } from 'node:crypto';
import { alipayKey, customerKey } from './alipay-keys.ts';

const privateKeyOf = (text: string) =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const publicKeyOf = (text: string) => createPublicKey(privateKeyOf(text));

/** The service's app at Alipay. */
export const alipayAccount = {
  appId: '2021000000000001',
  /** The only page of the mini-program. */
  page: 'pages/login/login',
  customerPublicKey: publicKeyOf(customerKey),
  alipayPrivateKey: privateKeyOf(alipayKey),
  phoneKey: Buffer.from('sandbox-phonekey'),
};

/** The service's configuration for Alipay. */
export const alipayAccess = (gatewayUrl: string, linkUrl: string) => ({
  gatewayUrl,
  authUrl: `${linkUrl}authorize`,
  linkUrl,
  appId: alipayAccount.appId,
  page: alipayAccount.page,
  privateKey: customerKey,
  alipayPublicKey: publicKeyOf(alipayKey).export({ format: 'der', type: 'spki' }).toString('base64'),
  phoneKey: alipayAccount.phoneKey.toString('base64'),
});
