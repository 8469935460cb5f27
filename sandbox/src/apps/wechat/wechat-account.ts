/** The service's official account at WeChat. Its secrets are valid in this sandbox only. */
export const wechatAccount = {
  appId: 'wx0a1b2c3d4e5f6789',
  /** The account's id in messages. */
  originalId: 'gh_0a1b2c3d4e5f',
  secret: 'sandbox0wechat0secret0sandbox000',
  /** The settings for pushed messages: `token` signs them, `aesKey` encrypts them. */
  token: 'SandboxPushToken',
  aesKey: 'SandboxEncodingAESKeySandboxEncodingAESKey0',
};

/** The service's configuration for WeChat. */
export const wechatAccess = (apiUrl: string, openUrl: string) => ({
  apiUrl,
  openUrl,
  appId: wechatAccount.appId,
  secret: wechatAccount.secret,
  token: wechatAccount.token,
  aesKeys: [wechatAccount.aesKey],
});

export interface WechatPerson {
  openid: string;
  unionid: string;
}
