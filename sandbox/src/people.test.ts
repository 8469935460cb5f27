import { expect, test } from 'vitest';
import { people } from './people.ts';

test('nobody is taken for somebody else by an app', () => {
  const ids = people.flatMap(({ appAccounts }) =>
    appAccounts
      ? [appAccounts.wechat.openid, appAccounts.wechat.unionid, appAccounts.alipay.openId, appAccounts.dingtalk.unionId]
      : [],
  );
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids)).toHaveLength(ids.length);
});

test('an app is linked only to an account, and only where its owner has it', () => {
  const bound = people.filter((person) => person.linkedApps);
  expect(bound.map(({ id }) => id)).toEqual(['alice', 'bob', 'gus', 'hua']);
  expect(bound.every(({ appAccounts, hasAccount }) => appAccounts && hasAccount)).toBe(true);
});

test('an app knows the number its owner has, and one person’s is from outside the mainland', () => {
  for (const { appAccounts, mobile } of people.filter((person) => person.appAccounts))
    expect([appAccounts?.alipay.mobile, appAccounts?.dingtalk.mobile]).toEqual(
      mobile ? [mobile, mobile] : ['61234567', '61234567'],
    );
  expect(
    people.filter(({ appAccounts }) => appAccounts && appAccounts.alipay.country !== '86').map(({ id }) => id),
  ).toEqual(['ivy']);
});
