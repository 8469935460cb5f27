import type { Language } from '@foyer/contract/language';

/** What the pages for whoever has forgotten something say, written anew: a text that changes by mistake is noticed here. */
const chinese = {
  retrieve: '找回密码',
  next: '下一步',
  newPassword: '密码',
  again: '请再次输入密码',
  reset: '重置密码',
  resetDone: '验证通过，系统将返回登录页，请重新登录',
  stay: '留在此页',
  common: '该密码过于常见，请更换',
  different: '两次输入的密码不一致，请重新输入',
  find: '找回账号',
  byContact: '通过手机号或邮箱',
  byPerson: '通过姓名和证件号',
  name: '姓名',
  noName: '请输入姓名',
  idNumber: '证件号',
  badIdNumber: '请输入正确的证件号',
  codeToRecord: '请获取验证码，我们会将其发送至您预留的手机号或邮箱',
  found: '找到以下账号：',
  lastUsed: '最近使用',
  neverUsed: '尚未使用',
};

export type ForgottenWords = typeof chinese;

const english: ForgottenWords = {
  retrieve: 'Reset your password',
  next: 'Continue',
  newPassword: 'Password',
  again: 'Enter the password again',
  reset: 'Reset password',
  resetDone: 'Verification passed, the system will return to the login page to log in again',
  stay: 'Stay on this page',
  common: 'This password is too common, please choose another one',
  different: 'The two passwords do not match, please re-enter',
  find: 'Find your account',
  byContact: 'By mobile or e-mail',
  byPerson: 'By name and ID number',
  name: 'Name',
  noName: 'Please enter your name',
  idNumber: 'ID number',
  badIdNumber: 'Please enter a correct ID number',
  codeToRecord: 'Get a verification code: it goes to the mobile number or e-mail we have on record for you',
  found: 'These accounts are yours:',
  lastUsed: 'Last used',
  neverUsed: 'Not used yet',
};

export const forgottenWordsIn = (language: Language): ForgottenWords => (language === 'zh-CN' ? chinese : english);
