import { describe, expect, test } from 'vitest';
import { alipayLink, done, expired, offer, openPhone } from './phone.fixture.ts';

const askingFor = (needsPhone: boolean) =>
  openPhone(({ path }) => (path.endsWith('/scan') ? done({ ticket: 'the-ticket', needsPhone, offer }) : done(null)));

describe('Alipay on the phone', () => {
  test('says who opened it, and shows who wants to sign in, on what, from where and when', async () => {
    const { scan, asked } = await askingFor(false);
    const { shows } = await scan(alipayLink('the-scene'));
    expect(asked).toEqual([
      {
        path: '/api/thirdparty/alipaymini/scan',
        body: { s: 'the-scene', authCode: expect.stringMatching(/^\w{32}$/) },
      },
    ]);
    const { app, ...shown } = offer;
    expect(shows).toEqual({ is: 'offer', app, offer: shown, wantsNumber: false });
  });

  test('gives the number away when the person confirms, and only to who needs it', async () => {
    for (const [needsPhone, confirm, given] of [
      [true, true, { phone: expect.stringContaining('"sign"') }],
      [true, false, {}],
      [false, true, {}],
    ] as const) {
      const { scan, answer, asked } = await askingFor(needsPhone);
      const { shows } = await answer((await scan(alipayLink('s'), 'carol')).scan, confirm);
      expect(shows).toEqual({ is: confirm ? 'confirmed' : 'declined', app: 'alipay' });
      expect(asked[1]).toEqual({
        path: '/api/thirdparty/scan/answer',
        body: { ticket: 'the-ticket', confirmed: confirm, ...given },
      });
    }
  });

  test('tells a code that is over from a service that does not answer', async () => {
    const over = await openPhone(() => expired);
    expect((await over.scan(alipayLink('s'))).shows).toEqual({ is: 'invalid', app: 'alipay' });
    const busy = await openPhone(() => ({ code: 10000002, data: null }));
    expect((await busy.scan(alipayLink('s'))).shows).toEqual({ is: 'noAnswer', app: 'alipay' });

    const late = await openPhone(({ path }) =>
      path.endsWith('/scan') ? done({ ticket: 't', needsPhone: false, offer }) : expired,
    );
    const { scan } = await late.scan(alipayLink('s'));
    expect((await late.answer(scan, true)).shows).toEqual({ is: 'invalid', app: 'alipay' });
  });
});

describe('the phone', () => {
  test('presses a button once, however fast the finger is', async () => {
    const [held, goOn] = gate();
    const [arrived, arrive] = gate();
    const { scan, answer, asked } = await openPhone(async ({ path }) => {
      if (path.endsWith('/scan')) return done({ ticket: 't', needsPhone: false, offer });
      arrive();
      // A second press would wait for the first one's answer for ever.
      if (asked.length > 2) goOn();
      await held;
      return done(null);
    });
    const { scan: id } = await scan(alipayLink('s'));
    const first = answer(id, true);
    await arrived;
    await Promise.all([answer(id, false), answer(id, true)]);
    goOn();
    expect((await first).shows).toEqual({ is: 'confirmed', app: 'alipay' });
    expect((await answer(id, false)).shows).toEqual({ is: 'confirmed', app: 'alipay' });
    expect(asked.filter(({ path }) => path.endsWith('/answer'))).toHaveLength(1);
  });

  test.each([
    ['', 'alice'],
    ['https://example.com', 'alice'],
    [alipayLink('s', { appId: '2021000000000002' }), 'alice'],
    [alipayLink('s', { page: 'pages/pay/pay' }), 'alice'],
    [alipayLink(''), 'alice'],
    ['https://sign.example.com/?scheme=javascript:alert(1)', 'alice'],
    [alipayLink('s'), 'nobody'],
    [alipayLink('s'), 'fay'],
    [[alipayLink('s')], 'alice'],
  ])('does not scan %j as %s', async (content, person) => {
    const { post, asked } = await askingFor(false);
    const answer = await post('/phone/scan', { content, person });
    expect(answer.statusCode).toBe(400);
    expect(asked).toEqual([]);
  });

  test.each([{}, { scan: 'nothing', confirm: true }, { confirm: true }])('does not answer to %j', async (payload) => {
    const { post } = await askingFor(false);
    expect((await post('/phone/answer', payload)).statusCode).toBe(400);
  });

  test('does not take silence for an answer', async () => {
    const { scan, post, asked } = await askingFor(false);
    const { scan: id } = await scan(alipayLink('s'));
    for (const confirm of [undefined, null, 'yes', 1])
      expect((await post('/phone/answer', { scan: id, confirm })).statusCode).toBe(400);
    expect(asked).toHaveLength(1);
  });
});

function gate(): [Promise<void>, () => void] {
  let open = () => {};
  return [new Promise<void>((resolve) => (open = resolve)), () => open()];
}
