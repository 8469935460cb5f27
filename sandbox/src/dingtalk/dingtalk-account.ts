/** The service's app, as DingTalk has it. Its secret opens nothing but this sandbox. */
export const dingtalkAccount = {
  clientId: 'dingsandbox0a1b2c3d4',
  clientSecret: 'sandbox-dingtalk-client-secret',
};

/** The app as its owner notes it down. */
export const dingtalkAccess = (apiUrl: string, loginUrl: string) => ({ ...dingtalkAccount, apiUrl, loginUrl });

/** Who someone is to the app. */
export interface DingtalkPerson {
  unionId: string;
  openId: string;
  mobile: string;
  stateCode: string;
}
