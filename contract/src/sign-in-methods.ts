/** The ways to sign in, as sessions, events and metrics name them. */
export const signInMethods = [
  'password',
  'code',
  'wechat',
  'dingtalk',
  'alipay',
  'sso',
  'wecom',
  'register',
  'passkey',
] as const;
export type SignInMethod = (typeof signInMethods)[number];
