import { createPublicKey, createPrivateKey } from 'node:crypto';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { createFault } from '../../fault/fault.ts';
import { people } from '../../people.ts';
import { alipayAccess } from './alipay-account.ts';
import { alipayGatewayRoutes } from './alipay-gateway.ts';
import { createAlipayWallet } from './alipay-wallet.ts';
import { rsa2Content, rsa2Sign, rsa2Verify } from './rsa2.ts';

const start = Date.UTC(2026, 10, 15, 8);
const access = alipayAccess('', '');
const serviceKey = createPrivateKey({ key: Buffer.from(access.privateKey, 'base64'), format: 'der', type: 'pkcs8' });
const alipayKey = createPublicKey({ key: Buffer.from(access.alipayPublicKey, 'base64'), format: 'der', type: 'spki' });
const ownerOf = (id: string) => people.find((person) => person.id === id)!.appAccounts!.alipay;
const [alice, bob] = [ownerOf('alice'), ownerOf('bob')];

async function open() {
  let now = start;
  const wallet = createAlipayWallet(() => now);
  const fault = createFault();
  const app = fastify();
  await app.register(alipayGatewayRoutes, { wallet, fault, now: () => now });

  async function send(changed: Record<string, string> = {}, sign?: string) {
    const params = {
      app_id: access.appId,
      method: 'alipay.system.oauth.token',
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: '2026-11-15 16:00:00',
      version: '1.0',
      grant_type: 'authorization_code',
      ...changed,
    };
    const { code = '', ...query }: Record<string, string> = params;
    const signed = { ...query, sign: sign ?? rsa2Sign(rsa2Content(Object.entries(params)), serviceKey) };
    return app.inject({
      method: 'POST',
      url: `/gateway.do?${new URLSearchParams(signed).toString()}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      payload: new URLSearchParams({ code }).toString(),
    });
  }
  return { send, wallet, fault, moveClock: (ms: number) => void (now += ms) };
}

describe('Alipay’s gateway', () => {
  test('returns the owner of a code in a signed response without a code field', async () => {
    const { send, wallet } = await open();
    const response = await send({ code: wallet.authCode(bob) });
    const parts = /^\{"alipay_system_oauth_token_response":(\{.*\}),"sign":"(.*)"\}$/.exec(response.body);
    expect(rsa2Verify(parts![1]!, parts![2]!, alipayKey)).toBe(true);
    expect(JSON.parse(parts![1]!)).toMatchObject({ open_id: bob.openId, user_id: '2088000000000001' });
    expect(JSON.parse(parts![1]!)).not.toHaveProperty('code');
  });

  test('redeems a code once and for three minutes', async () => {
    const { send, wallet, moveClock } = await open();
    const invalid = { error_response: { code: '40002', sub_code: 'isv.code-invalid' } };
    const code = wallet.authCode(alice);
    expect((await send({ code })).json()).not.toHaveProperty('error_response');
    expect((await send({ code })).json()).toMatchObject(invalid);

    const [early, late] = [wallet.authCode(alice), wallet.authCode(alice)];
    moveClock(179_999);
    expect((await send({ code: early })).json()).not.toHaveProperty('error_response');
    moveClock(1);
    expect((await send({ code: late })).json()).toMatchObject(invalid);
    expect((await send({ code: 'guessed' })).json()).toMatchObject(invalid);
  });

  test.each([
    [{ app_id: '2021000000000002' }, 'isv.invalid-app-id'],
    [{ method: 'alipay.trade.pay' }, 'isv.invalid-method'],
    [{ timestamp: '2026-11-15 08:00:00' }, 'isv.invalid-timestamp'],
    [{ timestamp: 'now' }, 'isv.invalid-timestamp'],
    [{ sign_type: 'RSA' }, 'isv.invalid-signature'],
    [{ grant_type: 'refresh_token' }, 'isv.grant-type-invalid'],
  ])('refuses %j', async (changed, subCode) => {
    const { send, wallet } = await open();
    const response = await send({ code: wallet.authCode(alice), ...changed });
    expect(response.json()).toMatchObject({ error_response: { sub_code: subCode } });
  });

  test('refuses a wrong signature and keeps the code valid', async () => {
    const { send, wallet } = await open();
    const code = wallet.authCode(alice);
    for (const sign of ['', 'bm9uZQ==', rsa2Sign('something else', serviceKey)])
      expect((await send({ code }, sign)).json()).toMatchObject({
        error_response: { sub_code: 'isv.invalid-signature' },
      });
    expect((await send({ code })).json()).not.toHaveProperty('error_response');
  });

  test('answers 503 in the fault mode down and an error in the mode refusing', async () => {
    const { send, wallet, fault } = await open();
    fault.set('down');
    expect((await send({ code: wallet.authCode(alice) })).statusCode).toBe(503);
    fault.set('refusing');
    expect((await send({ code: wallet.authCode(alice) })).json()).toMatchObject({
      error_response: { code: '40006' },
    });
  });
});
