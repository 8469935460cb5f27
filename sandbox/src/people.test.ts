import { expect, test } from 'vitest';
import { people } from './people.ts';

test('nobody is taken for somebody else by an app', () => {
  const ids = people.flatMap(({ chat }) =>
    chat ? [chat.wechat.openid, chat.wechat.unionid, chat.alipay.openId, chat.dingtalk.unionId] : [],
  );
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids)).toHaveLength(ids.length);
});

test('an app is linked only to an account, and only where its owner has it', () => {
  const bound = people.filter((person) => person.bound);
  expect(bound.map(({ id }) => id)).toEqual(['alice', 'bob', 'gus', 'hua']);
  expect(bound.every(({ chat, hasAccount }) => chat && hasAccount)).toBe(true);
});

test('an app knows the number its owner has, and one person’s is from outside the mainland', () => {
  for (const { chat, mobile } of people.filter((person) => person.chat))
    expect([chat?.alipay.mobile, chat?.dingtalk.mobile]).toEqual(mobile ? [mobile, mobile] : ['61234567', '61234567']);
  expect(people.filter(({ chat }) => chat && chat.alipay.country !== '86').map(({ id }) => id)).toEqual(['ivy']);
});
