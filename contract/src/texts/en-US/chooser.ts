import type { chooser as chinese } from '../zh-CN/chooser.ts';

/** The accounts that a browser remembers. */
export const chooser = {
  'chooser.title': 'Choose an account',
  'chooser.lastUsed': 'Last used',
  'chooser.other': 'Use another account',
  'chooser.back': 'Saved accounts',
  'chooser.note': 'Kept in this browser only',
  'chooser.manage': 'Manage',
  'chooser.done': 'Done',
  'chooser.forget': 'Forget in this browser',
  'chooser.forget.account': 'Forget {account} in this browser',
  'chooser.forgotten': '{account} has been forgotten in this browser',
  'chooser.switch': 'Switch account',
  'chooser.scan': 'You can scan with {app} again, like last time',
  'chooser.method.password': 'Password',
  'chooser.method.code': 'One-time code',
  'chooser.method.app': '{app}',
  'chooser.method.sso': 'Company SSO',
  'chooser.method.wecom': 'WeCom',
  'chooser.method.passkey': 'Passkey',
} satisfies Record<keyof typeof chinese, string>;
