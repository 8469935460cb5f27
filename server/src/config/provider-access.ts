import type { SmsTemplate } from './setting-values.ts';

export interface SmsAccess {
  by: 'aliyun' | 'tencent';
  baseUrl: string;
  keyId: string;
  keySecret: string;
  signName: string;
  /** Tencent Cloud alone asks for these. */
  appId: string;
  region: string;
  templates: SmsTemplate[];
}

export interface MailAccess {
  by: 'smtp';
  url: string;
  from: string;
}

export interface WechatAccess {
  apiUrl: string;
  /** Where its app tells a page inside it who its owner is. */
  openUrl: string;
  appId: string;
  secret: string;
  /** What pushes are signed with. */
  token: string;
  /** Newest first; none where pushes are set to plain text. */
  aesKeys: string[];
}

export interface AlipayAccess {
  gatewayUrl: string;
  /** Where its app tells a page inside it who its owner is. */
  authUrl: string;
  /** Where a link starts that opens the app. */
  linkUrl: string;
  appId: string;
  /** The page of the mini-program that asks whether to sign in. */
  page: string;
  privateKey: string;
  alipayPublicKey: string;
  /** The AES key that numbers are encrypted with. */
  phoneKey: string;
}

export interface DingtalkAccess {
  loginUrl: string;
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

/** One corporation's own app, or ours in every corporation that has let us in. */
export type WecomApp =
  | { is: 'corp'; corpId: string; agentId: string; secret: string }
  | { is: 'suite'; suiteId: string; secret: string; token: string; aesKey: string; corpId: string };

export interface WecomAccess {
  loginUrl: string;
  /** Where its client tells a page inside it who its owner is. */
  openUrl: string;
  apiUrl: string;
  app: WecomApp;
}

/** The service that verifies who people are. */
export interface IdentityAccess {
  url: string;
  /** Signs what we ask and what it tells us. */
  secret: string;
}
