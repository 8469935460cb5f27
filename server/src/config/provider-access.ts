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
