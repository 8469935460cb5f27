import type { Directory } from '../pages/account-picker.ts';
import type { LocalizedText } from '../pages/language.ts';

export interface Employee {
  id: string;
  name: LocalizedText;
  /** What happens when they sign in. */
  about: LocalizedText;
  mobile?: string;
  email?: string;
  emailVerified?: boolean;
  /** The id of the person in `people.ts` whose account is already linked to this identity. */
  linkedTo?: string;
}

export interface EmployeeDirectory extends Directory {
  people: readonly Employee[];
}

export interface Company extends EmployeeDirectory {
  slug: string;
  /** How the service calls it. */
  displayName: string;
  mailDomains: readonly string[];
  kind: 'oidc' | 'saml';
  /** Its employees link their account by email only. */
  emailOnly: boolean;
}

export const linked = { zh: '已绑定账号，直接登录', en: 'Linked to an account: signs in directly' };
const notLinked = { zh: '尚未绑定，企业提供了手机号', en: 'Not linked yet; the company shares the mobile number' };

/** The companies with SSO. */
export const companies: readonly Company[] = [
  {
    slug: 'acme',
    displayName: 'Acme Ltd',
    mailDomains: ['acme.com', 'example.com'],
    kind: 'oidc',
    name: { zh: '艾可美（OpenID Connect）', en: 'Acme (OpenID Connect)' },
    emailOnly: false,
    people: [
      {
        id: 'acme-alice',
        name: { zh: '林爱丽', en: 'Alice Lin' },
        about: linked,
        mobile: '13800138000',
        email: 'alice@example.com',
        emailVerified: true,
        linkedTo: 'alice',
      },
      {
        id: 'acme-carol',
        name: { zh: '高可', en: 'Carol Gao' },
        about: notLinked,
        mobile: '13800138002',
        email: 'carol@example.com',
        emailVerified: true,
      },
      {
        id: 'acme-fay',
        name: { zh: '方菲', en: 'Fay Fang' },
        about: { zh: '已绑定账号，但未实名', en: 'Linked, but not real-name verified' },
        email: 'fay@example.com',
        emailVerified: true,
        linkedTo: 'fay',
      },
      {
        id: 'acme-gus',
        name: { zh: '顾思', en: 'Gus Gu' },
        about: { zh: '已绑定账号，但账号已停用', en: 'Linked to a disabled account' },
        linkedTo: 'gus',
      },
      {
        id: 'acme-erin',
        name: { zh: '尹尔', en: 'Erin Yin' },
        about: {
          zh: '已绑定，从未登录，需补全证件号',
          en: 'Linked, but never signed in: must complete an ID number first',
        },
        linkedTo: 'erin',
      },
      {
        id: 'acme-mia',
        name: { zh: '米娅', en: 'Mia Mi' },
        about: { zh: '邮箱未经企业验证，且是别人的', en: 'Has an unverified email that belongs to someone else' },
        email: 'alice@example.com',
        emailVerified: false,
      },
    ],
  },
  {
    slug: 'globex',
    displayName: 'Globex',
    mailDomains: [],
    kind: 'saml',
    name: { zh: '环球（SAML 2.0）', en: 'Globex (SAML 2.0)' },
    emailOnly: false,
    people: [
      {
        id: 'globex-bob',
        name: { zh: '陈博', en: 'Bob Chen' },
        about: { zh: '已绑定账号，开启了登录保护', en: 'Linked; two-step verification also asks for a code' },
        mobile: '13800138001',
        email: 'bob@example.com',
        linkedTo: 'bob',
      },
      {
        id: 'globex-dan',
        name: { zh: '丁丹', en: 'Dan Ding' },
        about: { zh: '有账号，尚未绑定', en: 'Has an account that is not linked yet' },
        mobile: '13800138003',
      },
    ],
  },
  {
    slug: 'initech',
    displayName: 'Initech',
    mailDomains: [],
    kind: 'oidc',
    name: { zh: '英科（仅限邮箱）', en: 'Initech (email only)' },
    emailOnly: true,
    people: [
      {
        id: 'initech-hal',
        name: { zh: '何亮', en: 'Hal He' },
        about: { zh: '尚未绑定，只有邮箱', en: 'Not linked yet; has only an email' },
        email: 'hal@example.com',
        emailVerified: true,
      },
    ],
  },
];

export const oidcClient = (slug: string) => ({ id: `foyer-at-${slug}`, secret: `sandbox-secret-of-${slug}` });
