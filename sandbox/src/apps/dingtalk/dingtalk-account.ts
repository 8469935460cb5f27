/** The service's app at DingTalk. Its secret is valid in this sandbox only. */
export const dingtalkAccount = {
  clientId: 'dingsandbox0a1b2c3d4',
  clientSecret: 'sandbox-dingtalk-client-secret',
};

/** The service's configuration for DingTalk. */
export const dingtalkAccess = (apiUrl: string, loginUrl: string) => ({ ...dingtalkAccount, apiUrl, loginUrl });

export interface DingtalkPerson {
  unionId: string;
  openId: string;
  mobile: string;
  stateCode: string;
}
