import { expect, test } from 'vitest';
import { dingtalkAccount } from '../dingtalk/dingtalk-account.ts';
import { createDingtalk } from '../dingtalk/dingtalk-app.ts';
import { dingtalkScanner } from './dingtalk-scanner.ts';
import { createPhone } from './phone.ts';

const callback = 'https://sign.example.com/api/thirdparty/dingding/callback';

function open() {
  let now = Date.UTC(2026, 10, 15, 8);
  const dingtalk = createDingtalk({ now: () => now, publicUrl: 'https://sign.example.com', apiBase: '/api' });
  const begun = dingtalk.startLogin(
    new URLSearchParams({
      redirect_uri: callback,
      client_id: dingtalkAccount.clientId,
      response_type: 'code',
      scope: 'openid',
      state: 'the-state',
    }),
  );
  if (begun.is !== 'begun') throw new Error(begun.why);
  return {
    ...begun,
    dingtalk,
    phone: createPhone([dingtalkScanner(dingtalk)]),
    pass: (ms: number) => void (now += ms),
  };
}

test('DingTalk asks on the phone, and its page brings the answer to the browser', async () => {
  const { phone, url, page, dingtalk } = open();
  const { scan, shows } = (await phone.scan(url, 'alice'))!;
  expect(shows).toEqual({ is: 'consent', app: 'dingtalk', site: 'sign.example.com' });
  expect(dingtalk.status(page)).toEqual({ is: 'opened' });
  expect(await phone.answer(scan, true)).toEqual({ scan, shows: { is: 'confirmed', app: 'dingtalk' } });
  expect(dingtalk.status(page)).toMatchObject({
    is: 'confirmed',
    redirectUrl: expect.stringContaining('state=the-state'),
  });
});

test('whoever declines is not told to anyone', async () => {
  const { phone, url, page, dingtalk } = open();
  const { scan } = (await phone.scan(url, 'alice'))!;
  expect(await phone.answer(scan, false)).toMatchObject({ shows: { is: 'declined' } });
  expect(dingtalk.status(page)).toEqual({
    is: 'declined',
    redirectUrl: `${callback}?error=access_denied&state=the-state`,
  });
});

test('one code is for one phone, and for five minutes', async () => {
  const { phone, url, pass } = open();
  const { scan } = (await phone.scan(url, 'alice'))!;
  expect(await phone.scan(url, 'bob')).toMatchObject({ shows: { is: 'invalid', app: 'dingtalk' } });
  pass(300_000);
  expect(await phone.answer(scan, true)).toMatchObject({ shows: { is: 'invalid' } });
});
