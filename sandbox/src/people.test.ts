import { expect, test } from 'vitest';
import { people } from './people.ts';
import { openSandbox } from './sandbox.fixture.ts';

test('every app account has a unique id', () => {
  const ids = people.flatMap(({ appAccounts }) =>
    appAccounts
      ? [appAccounts.wechat.openid, appAccounts.wechat.unionid, appAccounts.alipay.openId, appAccounts.dingtalk.unionId]
      : [],
  );
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids)).toHaveLength(ids.length);
});

test('only people with an account and the apps have linked apps', () => {
  const linked = people.filter((person) => person.linkedApps);
  expect(linked.map(({ id }) => id)).toEqual(['alice', 'bob', 'gus', 'hua']);
  expect(linked.every(({ appAccounts, hasAccount }) => appAccounts && hasAccount)).toBe(true);
});

test('the apps know their owner’s number, and one number is outside mainland China', () => {
  for (const { appAccounts, mobile } of people.filter((person) => person.appAccounts))
    expect([appAccounts?.alipay.mobile, appAccounts?.dingtalk.mobile]).toEqual(
      mobile ? [mobile, mobile] : ['61234567', '61234567'],
    );
  expect(
    people.filter(({ appAccounts }) => appAccounts && appAccounts.alipay.country !== '86').map(({ id }) => id),
  ).toEqual(['ivy']);
});

test('GET /people says what distinguishes each person and whose password was changed', async () => {
  const accountState = async (principal: string) => (principal === '13800138000' ? { passwordResetAt: 1 } : {});
  const { app } = await openSandbox({ accountState });
  const [alice, bob] = (await app.inject('/sandbox/people')).json().people;
  expect(alice).toMatchObject({ id: 'alice', mark: { zh: '', en: '' }, passwordChanged: true });
  expect(bob).toMatchObject({ mark: { zh: '登录保护', en: 'Two-step' }, passwordChanged: false });
});
