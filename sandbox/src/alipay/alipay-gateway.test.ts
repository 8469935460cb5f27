import { createPublicKey, createPrivateKey } from 'node:crypto';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { createFault } from '../fault/fault.ts';
import { people } from '../people.ts';
import { alipayAccess } from './alipay-account.ts';
import { alipayGatewayRoutes } from './alipay-gateway.ts';
import { createAlipayWallet } from './alipay-wallet.ts';
import { rsa2Content, rsa2Sign, rsa2Verify } from './rsa2.ts';

const start = Date.UTC(2026, 10, 15, 8);
const access = alipayAccess('', '');
const ownKey = createPrivateKey({ key: Buffer.from(access.privateKey, 'base64'), format: 'der', type: 'pkcs8' });
const itsKey = createPublicKey({ key: Buffer.from(access.alipayPublicKey, 'base64'), format: 'der', type: 'spki' });
const ownerOf = (id: string) => people.find((person) => person.id === id)!.appAccounts!.alipay;
const [alice, bob] = [ownerOf('alice'), ownerOf('bob')];

async function open() {
  let now = start;
  const wallet = createAlipayWallet(() => now);
  const fault = createFault();
  const app = fastify();
  await app.register(alipayGatewayRoutes, { wallet, fault, now: () => now });

  async function ask(changed: Record<string, string> = {}, sign?: string) {
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
    const signed = { ...query, sign: sign ?? rsa2Sign(rsa2Content(Object.entries(params)), ownKey) };
    return app.inject({
      method: 'POST',
      url: `/gateway.do?${new URLSearchParams(signed).toString()}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      payload: new URLSearchParams({ code }).toString(),
    });
  }
  return { ask, wallet, fault, pass: (ms: number) => void (now += ms) };
}

describe('Alipay’s gateway', () => {
  test('says whose a code is, without a code of its own, and signs what it says', async () => {
    const { ask, wallet } = await open();
    const answer = await ask({ code: wallet.authCode(bob) });
    const said = /^\{"alipay_system_oauth_token_response":(\{.*\}),"sign":"(.*)"\}$/.exec(answer.body);
    expect(rsa2Verify(said![1]!, said![2]!, itsKey)).toBe(true);
    expect(JSON.parse(said![1]!)).toMatchObject({ open_id: bob.openId, user_id: '2088000000000001' });
    expect(JSON.parse(said![1]!)).not.toHaveProperty('code');
  });

  test('tells it once, and for three minutes', async () => {
    const { ask, wallet, pass } = await open();
    const invalid = { error_response: { code: '40002', sub_code: 'isv.code-invalid' } };
    const code = wallet.authCode(alice);
    expect((await ask({ code })).json()).not.toHaveProperty('error_response');
    expect((await ask({ code })).json()).toMatchObject(invalid);

    const [intime, late] = [wallet.authCode(alice), wallet.authCode(alice)];
    pass(179_999);
    expect((await ask({ code: intime })).json()).not.toHaveProperty('error_response');
    pass(1);
    expect((await ask({ code: late })).json()).toMatchObject(invalid);
    expect((await ask({ code: 'guessed' })).json()).toMatchObject(invalid);
  });

  test.each([
    [{ app_id: '2021000000000002' }, 'isv.invalid-app-id'],
    [{ method: 'alipay.trade.pay' }, 'isv.invalid-method'],
    [{ timestamp: '2026-11-15 08:00:00' }, 'isv.invalid-timestamp'],
    [{ timestamp: 'now' }, 'isv.invalid-timestamp'],
    [{ sign_type: 'RSA' }, 'isv.invalid-signature'],
    [{ grant_type: 'refresh_token' }, 'isv.grant-type-invalid'],
  ])('refuses %j', async (changed, why) => {
    const { ask, wallet } = await open();
    const answer = await ask({ code: wallet.authCode(alice), ...changed });
    expect(answer.json()).toMatchObject({ error_response: { sub_code: why } });
  });

  test('refuses a signature of something else, and keeps the code for its owner', async () => {
    const { ask, wallet } = await open();
    const code = wallet.authCode(alice);
    for (const sign of ['', 'bm9uZQ==', rsa2Sign('something else', ownKey)])
      expect((await ask({ code }, sign)).json()).toMatchObject({
        error_response: { sub_code: 'isv.invalid-signature' },
      });
    expect((await ask({ code })).json()).not.toHaveProperty('error_response');
  });

  test('can be out of order, or not allow it', async () => {
    const { ask, wallet, fault } = await open();
    fault.set('down');
    expect((await ask({ code: wallet.authCode(alice) })).statusCode).toBe(503);
    fault.set('refusing');
    expect((await ask({ code: wallet.authCode(alice) })).json()).toMatchObject({
      error_response: { code: '40006' },
    });
  });
});
