import type { SmsTemplate } from './setting-values.ts';

export interface SmsAccess {
  provider: 'aliyun' | 'tencent';
  baseUrl: string;
  keyId: string;
  keySecret: string;
  signName: string;
  /** Only for Tencent Cloud. */
  appId: string;
  region: string;
  templates: SmsTemplate[];
}

export interface MailAccess {
  provider: 'smtp';
  url: string;
  from: string;
}

export interface WechatAccess {
  apiUrl: string;
  /** Base URL of the authorisation page inside the app. */
  openUrl: string;
  appId: string;
  secret: string;
  /** Signs the pushes. */
  token: string;
  /** Newest first; empty when pushes are sent in plain text. */
  aesKeys: string[];
}

export interface AlipayAccess {
  gatewayUrl: string;
  /** URL of the authorisation page inside the app. */
  authUrl: string;
  /** URL that opens the app on a phone. */
  linkUrl: string;
  appId: string;
  /** Page of the mini-program that asks for confirmation. */
  page: string;
  privateKey: string;
  alipayPublicKey: string;
  /** AES key that decrypts mobile numbers. */
  phoneKey: string;
}

export interface DingtalkAccess {
  loginUrl: string;
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

/** The own app of one corporation, or a suite that many corporations have installed. */
export type WecomApp =
  | { is: 'corp'; corpId: string; agentId: string; secret: string }
  | { is: 'suite'; suiteId: string; secret: string; token: string; aesKey: string; corpId: string };

export interface WecomAccess {
  loginUrl: string;
  /** Base URL of the authorisation page inside the WeCom client. */
  openUrl: string;
  apiUrl: string;
  app: WecomApp;
}

/** The identity verification service (real names). */
export interface IdentityAccess {
  url: string;
  /** Signs our requests and its notifications. */
  secret: string;
}
