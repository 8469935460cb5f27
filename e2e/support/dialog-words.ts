import type { Language } from '@foyer/contract/language';

/** What stands between a person and their session says, written anew: a text that changes by mistake is noticed here. */
const chinese = {
  close: '关闭',
  tooLate: '停留时间过长，请返回重新开始',
  secondFactor: {
    title: '安全验证',
    about: (mobile: string) => `该账号已开启登录保护，请输入发送至 ${mobile} 的验证码`,
    trust: '30 天内信任此浏览器，不再验证',
    next: (target: string) => `验证通过后将前往 ${target}`,
    submit: '验证并登录',
  },
  consent: {
    title: '服务协议与隐私政策',
    about: '请您仔细阅读',
    agree: '同意并继续',
    decline: '不同意',
    signedOut: '您未同意相关协议，已退出登录',
    exists: '该账号已注册，可直接登录',
  },
  identity: {
    title: '身份校验',
    about: (name: string, number: string) => `您首次登录本平台，请补全 ${name} 的证件号后四位（${number}）`,
    boxes: '请输入证件号后四位',
    box: (n: number) => `第 ${n} 位，共 4 位`,
    short: '请输入证件号后四位',
    invalid: '请输入有效的证件号后四位',
    wrong: (left: number) => `证件号后四位不匹配，还可尝试 ${left} 次`,
    closed: (hours: number) => `证件号错误次数过多，请 ${hours} 小时后再试，或联系客服`,
    submit: '确认',
    passed: '验证通过，系统将返回登录页，请重新登录',
    wrongRecord: '证件号有误？',
    number: '证件号',
    badNumber: '请输入正确的证件号',
    corrected: '证件号已更正，请重新登录',
    back: '返回',
  },
  setPassword: { title: '设置登录密码' },
};

export type DialogWords = typeof chinese;

const english: DialogWords = {
  close: 'Close',
  tooLate: 'This took too long, please go back and start again',
  secondFactor: {
    title: 'Security verification',
    about: (mobile) => `This account has sign-in security enabled, please enter the code sent to ${mobile}`,
    trust: 'Trust this browser for 30 days and do not ask again',
    next: (target) => `You will then go on to ${target}`,
    submit: 'Verify and sign in',
  },
  consent: {
    title: 'Service agreement and privacy policy',
    about: 'Please read the',
    agree: 'Agree and continue',
    decline: 'Disagree',
    signedOut: 'You did not agree and have been signed out',
    exists: 'This account is already registered and can sign in directly',
  },
  identity: {
    title: 'Identity check',
    about: (name, number) =>
      `This is your first sign-in here. Please complete the ID number of ${name} (${number}) with its last four characters`,
    boxes: 'Please enter the last four digits of the ID',
    box: (n) => `Character ${n} of 4`,
    short: 'Please enter the last four digits of the ID',
    invalid: 'Please enter a valid last four digits of the ID',
    wrong: (left) => `The last four digits do not match; ${left} ${left === 1 ? 'attempt' : 'attempts'} left`,
    closed: (hours) =>
      `Too many wrong ID numbers, please try again in ${hours} ${hours === 1 ? 'hour' : 'hours'} or contact support`,
    submit: 'Confirm',
    passed: 'Verification passed, the system will return to the login page to log in again',
    wrongRecord: 'Is this ID number wrong?',
    number: 'ID number',
    badNumber: 'Please enter a correct ID number',
    corrected: 'The ID number is corrected, please sign in again',
    back: 'Back',
  },
  setPassword: { title: 'Set a sign-in password' },
};

export const dialogWordsIn = (language: Language): DialogWords => (language === 'zh-CN' ? chinese : english);
