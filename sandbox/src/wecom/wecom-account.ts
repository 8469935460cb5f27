import { type EmployeeDirectory, linked } from '../sso/companies.ts';

/** The service's apps at WeCom: one of a corporation, and a suite for many. Their secrets are valid in this sandbox only. */
export const wecomAccount = {
  corpId: 'ww0a1b2c3d4e5f6789',
  agentId: '1000002',
  secret: 'sandbox-wecom-app-secret',
  suiteId: 'ww9f8e7d6c5b4a3210',
  suiteSecret: 'sandbox-wecom-suite-secret',
  token: 'SandboxSuiteToken',
  aesKey: 'SandboxWeComEncodingAESKeySandboxWeComAESK0',
};

/** The people who can scan. WeCom returns only an open id for a person outside the corporation. */
export const corporation: EmployeeDirectory = {
  name: { zh: '企业微信扫码', en: 'WeCom' },
  people: [
    { id: 'AliceLin', name: { zh: '林爱丽', en: 'Alice Lin' }, about: linked, linkedTo: 'alice' },
    {
      id: 'CarolGao',
      name: { zh: '高可', en: 'Carol Gao' },
      about: { zh: '尚未绑定；企业微信不提供手机号', en: 'Not linked yet; WeCom does not share the mobile number' },
    },
    {
      id: 'outsider',
      name: { zh: '外部联系人', en: 'External contact' },
      about: { zh: '不是企业成员', en: 'Not a member of the company' },
    },
  ],
};

export const isMember = (id: string) => id !== 'outsider' && corporation.people.some((person) => person.id === id);

/** The service's configuration for either app. */
export function wecomAccess(apiUrl: string, pagesUrl: string) {
  const { corpId, agentId, secret, suiteId, suiteSecret, token, aesKey } = wecomAccount;
  const urls = { apiUrl, loginUrl: pagesUrl, openUrl: pagesUrl };
  return {
    corp: { ...urls, app: { is: 'corp' as const, corpId, agentId, secret } },
    suite: { ...urls, app: { is: 'suite' as const, suiteId, secret: suiteSecret, token, aesKey, corpId } },
  };
}
