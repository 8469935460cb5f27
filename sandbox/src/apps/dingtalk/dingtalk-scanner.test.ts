import { expect, test } from 'vitest';
import { consentScanner } from '../framed/consent-scanner.ts';
import { dingtalkAccount } from './dingtalk-account.ts';
import { createDingtalk } from './dingtalk-app.ts';
import { createPhone } from '../../phone/phone.ts';

const callback = 'https://sign.example.com/api/thirdparty/dingding/callback';

function open() {
  let now = Date.UTC(2026, 10, 15, 8);
  const dingtalk = createDingtalk({ now: () => now, publicUrl: 'https://sign.example.com', apiBase: '/api' });
  const login = dingtalk.startLogin(
    new URLSearchParams({
      redirect_uri: callback,
      client_id: dingtalkAccount.clientId,
      response_type: 'code',
      scope: 'openid',
      state: 'the-state',
    }),
  );
  if (login.is !== 'started') throw new Error(login.parameter);
  const phone = createPhone([consentScanner('dingtalk', dingtalk, (accounts) => accounts.dingtalk)]);
  return { ...login, dingtalk, phone, moveClock: (ms: number) => void (now += ms) };
}

test('asks for consent on the phone and passes the confirmation to the page', async () => {
  const { phone, qrUrl, pollId, dingtalk } = open();
  const { scan, screen } = (await phone.scan(qrUrl, 'alice'))!;
  expect(screen).toEqual({ is: 'consent', app: 'dingtalk', site: 'sign.example.com' });
  expect(dingtalk.status(pollId)).toEqual({ is: 'scanned' });
  expect(await phone.answer(scan, true)).toEqual({ scan, screen: { is: 'confirmed', app: 'dingtalk' } });
  expect(dingtalk.status(pollId)).toMatchObject({
    is: 'confirmed',
    redirectUrl: expect.stringContaining('state=the-state'),
  });
});

test('passes no authorization code to the page when the person declines', async () => {
  const { phone, qrUrl, pollId, dingtalk } = open();
  const { scan } = (await phone.scan(qrUrl, 'alice'))!;
  expect(await phone.answer(scan, false)).toMatchObject({ screen: { is: 'declined' } });
  expect(dingtalk.status(pollId)).toMatchObject({
    is: 'declined',
    redirectUrl: `${callback}?error=access_denied&state=the-state`,
  });
});

test('accepts a QR code from one phone and for five minutes', async () => {
  const { phone, qrUrl, moveClock } = open();
  const { scan } = (await phone.scan(qrUrl, 'alice'))!;
  expect(await phone.scan(qrUrl, 'bob')).toMatchObject({ screen: { is: 'invalid', app: 'dingtalk' } });
  moveClock(300_000);
  expect(await phone.answer(scan, true)).toMatchObject({ screen: { is: 'invalid' } });
});
