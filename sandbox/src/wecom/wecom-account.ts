import { type Directory, linked } from '../sso/companies.ts';

/** The service's apps at WeCom: one of a corporation, and a suite that serves many. They open nothing but this sandbox. */
export const wecomAccount = {
  corpId: 'ww0a1b2c3d4e5f6789',
  agentId: '1000002',
  secret: 'sandbox-wecom-app-secret',
  suiteId: 'ww9f8e7d6c5b4a3210',
  suiteSecret: 'sandbox-wecom-suite-secret',
  token: 'SandboxSuiteToken',
  aesKey: 'SandboxWeComEncodingAESKeySandboxWeComAESK0',
};

/** Who can scan. Someone outside of the corporation has nothing there but an open id. */
export const corporation: Directory = {
  name: { zh: '企业微信扫码', en: 'WeCom' },
  people: [
    { id: 'AliceLin', name: { zh: '林爱丽', en: 'Alice Lin' }, about: linked, linkedTo: 'alice' },
    {
      id: 'CarolGao',
      name: { zh: '高可', en: 'Carol Gao' },
      about: { zh: '尚未绑定；企业微信不提供手机号', en: 'Not bound yet; WeCom tells no mobile number' },
    },
    {
      id: 'outsider',
      name: { zh: '外部联系人', en: 'Someone outside' },
      about: { zh: '不是企业成员', en: 'Not a member of the corporation' },
    },
  ],
};

export const isMember = (id: string) => id !== 'outsider' && corporation.people.some((one) => one.id === id);

/** Either app as its owner notes it down. */
export function wecomAccess(apiUrl: string, pagesUrl: string) {
  const { corpId, agentId, secret, suiteId, suiteSecret, token, aesKey } = wecomAccount;
  const place = { apiUrl, loginUrl: pagesUrl, openUrl: pagesUrl };
  return {
    corp: { ...place, app: { is: 'corp' as const, corpId, agentId, secret } },
    suite: { ...place, app: { is: 'suite' as const, suiteId, secret: suiteSecret, token, aesKey, corpId } },
  };
}
