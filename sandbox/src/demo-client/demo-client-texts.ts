import { type Language, localize } from '../pages/language.ts';
import { appsOfPeople } from '../people.ts';

const zh = {
  name: '签页',
  title: '文件',
  lead: '一个使用 Foyer 登录的签署应用。选择一份文件：登录、回到这里、签署。',
  allDocuments: '全部文件',
  number: (number: string) => `编号 ${number}`,
  sender: '发送方',
  signer: '签署方',
  sentBy: (sender: string) => `${sender} 发送`,
  until: (date: string) => `${date} 前签署`,
  onlyFor: (name: string) => `仅限${name}签署`,
  signed: '已签署',
  toSign: '待签署',

  signing: '签署',
  verify: '签署前先验证',
  signInLead: '登录之后，本应用才知道您是谁。',
  signIn: '登录后签署',
  signInAgain: '重新登录',
  youAre: '您是',
  signedInWith: '登录方式',
  signLead: '签署前需要两种方式确认是您本人。已经确认过的，不会再问。',
  sign: '验证并签署',
  signInAs: (name: string) => `以${name}登录`,
  forOther: (name: string) => `这份文件由${name}签署。`,
  signedLead: '退出登录后，签署仍然有效。',
  signedBy: '签署人',
  confirmedWith: '确认方式',
  certificate: (name: string, methods: string, time: string) => `${name}于 ${time} 签署，身份已通过${methods}确认。`,
  signOut: '全部退出',
  signOutLead: '同时退出 Foyer 和用它登录的其他应用。',
  signedOut: '您已退出本应用和 Foyer。',

  methods: {
    pwd: '密码',
    sms: '短信验证码',
    otp: '一次性验证码',
    pop: '通行密钥',
    wecom: '企业微信',
    sso: '企业登录',
  },
  methodSeparator: '、',
  problems: {
    cancelled: '登录已取消，文件未签署。',
    failed: '登录未完成，请重试。',
    oneFactor: '未能以两种方式确认是您本人，文件未签署。',
    otherPerson: '您换了账号登录。请先核对文件，再签署。',
    unavailable: '服务没有开启 OpenID Connect：请用 OIDC=on 启动。',
  },
};

export type DemoClientTexts = typeof zh;
export type Problem = keyof DemoClientTexts['problems'];

const en: DemoClientTexts = {
  name: 'Signleaf',
  title: 'Documents',
  lead: 'A signing application that uses Foyer for sign-in. Pick a document, sign in, come back and sign.',
  allDocuments: 'All documents',
  number: (number) => `No. ${number}`,
  sender: 'Sender',
  signer: 'Signer',
  sentBy: (sender) => `Sent by ${sender}`,
  until: (date) => `Sign by ${date}`,
  onlyFor: (name) => `For ${name} only`,
  signed: 'Signed',
  toSign: 'To sign',

  signing: 'Signature',
  verify: 'Verify before signing',
  signInLead: 'This application finds out who you are once you’ve signed in.',
  signIn: 'Sign in to sign',
  signInAgain: 'Sign in again',
  youAre: 'You are',
  signedInWith: 'Signed in with',
  signLead: 'Before you sign, two factors confirm that it’s you. We won’t ask again for one you’ve already used.',
  sign: 'Verify and sign',
  signInAs: (name) => `Sign in as ${name}`,
  forOther: (name) => `This document is for ${name} to sign.`,
  signedLead: 'It stays signed after you sign out.',
  signedBy: 'Signed by',
  confirmedWith: 'Confirmed with',
  certificate: (name, methods, time) => `Signed by ${name} on ${time}. Identity confirmed with: ${methods}.`,
  signOut: 'Sign out everywhere',
  signOutLead: 'Also signs you out of Foyer and the other applications you used with it.',
  signedOut: 'You’re signed out of this application and of Foyer.',

  methods: {
    pwd: 'Password',
    sms: 'SMS code',
    otp: 'One-time code',
    pop: 'Passkey',
    wecom: 'WeCom',
    sso: 'Company sign-in',
  },
  methodSeparator: ', ',
  problems: {
    cancelled: 'The sign-in was cancelled. The document is not signed.',
    failed: 'The sign-in did not complete. Try again.',
    oneFactor: 'Two factors weren’t confirmed. The document is not signed.',
    otherPerson: 'You signed in to another account. Check the document before you sign.',
    unavailable: 'OpenID Connect is off: start the service with OIDC=on.',
  },
};

export const demoClientTexts = (language: Language): DemoClientTexts => (language === 'zh-CN' ? zh : en);

/** `mfa` counts the factors, and `user` always follows the `pop` of a passkey: neither is a factor of its own. */
const notFactors: readonly string[] = ['mfa', 'user'];

/** The factors of a sign-in in words. */
export function methodsInWords(amr: readonly string[], language: Language) {
  const { methods, methodSeparator } = demoClientTexts(language);
  const apps = Object.entries(appsOfPeople).map(([app, { name }]) => [app, localize(name, language)]);
  const words: Record<string, string> = { ...Object.fromEntries(apps), ...methods };
  return amr
    .filter((method) => !notFactors.includes(method))
    .map((method) => words[method] ?? method)
    .join(methodSeparator);
}
