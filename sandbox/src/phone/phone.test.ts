import { describe, expect, test } from 'vitest';
import { alipayLink, done, expired, offer, openPhone } from './phone.fixture.ts';

const openAlipay = (needsPhone: boolean) =>
  openPhone(({ path }) => (path.endsWith('/scan') ? done({ ticket: 'the-ticket', needsPhone, offer }) : done(null)));

describe('Alipay’s mini-program', () => {
  test('sends the owner’s auth code and shows the site, device, network and time of the sign-in', async () => {
    const { scan, calls } = await openAlipay(false);
    const { screen } = await scan(alipayLink('the-scene'));
    expect(calls).toEqual([
      {
        path: '/api/thirdparty/alipaymini/scan',
        body: { s: 'the-scene', authCode: expect.stringMatching(/^\w{32}$/) },
      },
    ]);
    const { app, ...shown } = offer;
    expect(screen).toEqual({ is: 'offer', app, offer: shown, wantsNumber: false });
  });

  test('discloses the phone number only when the service needs it and the person confirms', async () => {
    for (const [needsPhone, confirm, disclosed] of [
      [true, true, { phone: expect.stringContaining('"sign"') }],
      [true, false, {}],
      [false, true, {}],
    ] as const) {
      const { scan, answer, calls } = await openAlipay(needsPhone);
      const { screen } = await answer((await scan(alipayLink('s'), 'carol')).scan, confirm);
      expect(screen).toEqual({ is: confirm ? 'confirmed' : 'declined', app: 'alipay' });
      expect(calls[1]).toEqual({
        path: '/api/thirdparty/scan/answer',
        body: { ticket: 'the-ticket', confirmed: confirm, ...disclosed },
      });
    }
  });

  test('distinguishes an invalid QR code from a service that does not answer', async () => {
    const invalid = await openPhone(() => expired);
    expect((await invalid.scan(alipayLink('s'))).screen).toEqual({ is: 'invalid', app: 'alipay' });
    const busy = await openPhone(() => ({ code: 10000002, data: null }));
    expect((await busy.scan(alipayLink('s'))).screen).toEqual({ is: 'noResponse', app: 'alipay' });

    const late = await openPhone(({ path }) =>
      path.endsWith('/scan') ? done({ ticket: 't', needsPhone: false, offer }) : expired,
    );
    const { scan } = await late.scan(alipayLink('s'));
    expect((await late.answer(scan, true)).screen).toEqual({ is: 'invalid', app: 'alipay' });
  });
});

describe('the phone', () => {
  test('answers once when a button is pressed several times', async () => {
    const [released, release] = deferred();
    const [arrived, arrive] = deferred();
    const { scan, answer, calls } = await openPhone(async ({ path }) => {
      if (path.endsWith('/scan')) return done({ ticket: 't', needsPhone: false, offer });
      arrive();
      // A second answer would otherwise wait for the first one's release.
      if (calls.length > 2) release();
      await released;
      return done(null);
    });
    const { scan: id } = await scan(alipayLink('s'));
    const first = answer(id, true);
    await arrived;
    await Promise.all([answer(id, false), answer(id, true)]);
    release();
    expect((await first).screen).toEqual({ is: 'confirmed', app: 'alipay' });
    expect((await answer(id, false)).screen).toEqual({ is: 'confirmed', app: 'alipay' });
    expect(calls.filter(({ path }) => path.endsWith('/answer'))).toHaveLength(1);
  });

  test.each([
    ['', 'alice'],
    ['https://example.com', 'alice'],
    [alipayLink('s', { appId: '2021000000000002' }), 'alice'],
    [alipayLink('s', { page: 'pages/pay/pay' }), 'alice'],
    [alipayLink(''), 'alice'],
    ['https://sign.example.com/?scheme=javascript:alert(1)', 'alice'],
    [alipayLink('s'), 'unknown'],
    [alipayLink('s'), 'fay'],
    [[alipayLink('s')], 'alice'],
  ])('refuses to scan %j as %s', async (content, person) => {
    const { post, calls } = await openAlipay(false);
    const response = await post('/phone/scan', { content, person });
    expect(response.statusCode).toBe(400);
    expect(calls).toEqual([]);
  });

  test.each([{}, { scan: 'nothing', confirm: true }, { confirm: true }])('rejects the answer %j', async (payload) => {
    const { post } = await openAlipay(false);
    expect((await post('/phone/answer', payload)).statusCode).toBe(400);
  });

  test('rejects an answer that is neither true nor false', async () => {
    const { scan, post, calls } = await openAlipay(false);
    const { scan: id } = await scan(alipayLink('s'));
    for (const confirm of [undefined, null, 'yes', 1])
      expect((await post('/phone/answer', { scan: id, confirm })).statusCode).toBe(400);
    expect(calls).toHaveLength(1);
  });
});

function deferred(): [Promise<void>, () => void] {
  let settle = () => {};
  return [new Promise<void>((resolve) => (settle = resolve)), () => settle()];
}
