/** The service's official account, as WeChat has it. Its secrets open nothing but this sandbox. */
export const wechatAccount = {
  appId: 'wx0a1b2c3d4e5f6789',
  /** What the account is called in messages. */
  originalId: 'gh_0a1b2c3d4e5f',
  secret: 'sandbox0wechat0secret0sandbox000',
  /** The two that its owner chose for the push of messages. */
  token: 'SandboxPushToken',
  aesKey: 'SandboxEncodingAESKeySandboxEncodingAESKey0',
};

/** The account as its owner notes it down. */
export const wechatAccess = (apiUrl: string, openUrl: string) => ({
  apiUrl,
  openUrl,
  appId: wechatAccount.appId,
  secret: wechatAccount.secret,
  token: wechatAccount.token,
  aesKeys: [wechatAccount.aesKey],
});

/** Who someone is to the account. */
export interface WechatPerson {
  openid: string;
  unionid: string;
}
