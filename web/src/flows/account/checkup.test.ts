import { expect, test } from 'vitest';
import type { Account } from '../../parts/account/current-account.ts';
import { checkupOf } from './checkup.ts';

const account: Account = {
  ouid: 'a',
  realNameStatus: true,
  security: {},
  sessions: [],
  identities: [],
  applications: [],
};
const due = (more: Partial<Account>) =>
  checkupOf({ ...account, ...more })
    .filter(({ isDone }) => !isDone)
    .map(({ point }) => point);

test('what an account lacks is due', () => {
  expect(due({ security: { passkeys: 0, secondFactor: false } })).toEqual([
    'mobile',
    'email',
    'passkey',
    'secondFactor',
  ]);
  const complete = { mobile: '1', email: 'a@x.cn', security: { passkeys: 1, secondFactor: true, backupCodes: 10 } };
  expect(due(complete)).toEqual([]);
  expect(checkupOf({ ...account, ...complete })).toHaveLength(5);
});

test('backup codes are due with fewer than three left, and no point without a second factor', () => {
  const withCodes = (backupCodes: number, secondFactor = true) =>
    due({ mobile: '1', email: 'a@x.cn', security: { secondFactor, backupCodes } });
  expect(withCodes(3)).toEqual([]);
  expect(withCodes(2)).toEqual(['backupCodes']);
  expect(withCodes(0, false)).toEqual(['secondFactor']);
});

test('what is due comes before what is done', () => {
  const points = checkupOf({ ...account, mobile: '1', security: { passkeys: 1, secondFactor: false } });
  expect(points.map(({ point }) => point)).toEqual(['email', 'secondFactor', 'mobile', 'passkey']);
});

test('what the service does not say is no point', () => {
  expect(checkupOf(account).map(({ point }) => point)).toEqual(['mobile', 'email']);
});
