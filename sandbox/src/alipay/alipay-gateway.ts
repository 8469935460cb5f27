import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { minutes } from '../clock/clock.ts';
import type { Fault } from '../fault/fault.ts';
import { alipayAccount } from './alipay-account.ts';
import type { AlipayWallet } from './alipay-wallet.ts';
import { rsa2Content, rsa2Sign, rsa2Verify } from './rsa2.ts';

interface AlipayGateway {
  wallet: AlipayWallet;
  fault: Fault;
  now(): number;
}

type Answer = Record<string, string | number>;
type Refusal = readonly [code: string, message: string, subCode: string, subMessage: string];

const tokenMethod = 'alipay.system.oauth.token';
const tolerance = minutes(15);

/** Alipay's OpenAPI, `alipay.system.oauth.token` only. Whatever it says, it says with HTTP 200 and signs. */
export async function alipayGatewayRoutes(app: FastifyInstance, { wallet, fault, now }: AlipayGateway) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body);

  app.post('/gateway.do', async ({ url, body }, reply) => {
    // What stands before a gateway answers in its stead, and not in its words.
    if (fault.mode() === 'down') return reply.code(503).type('text/plain').send('Service Unavailable');
    const params = new Map([...queryOf(url), ...new URLSearchParams(typeof body === 'string' ? body : '')]);
    const refusal = notLetIn(params, now()) ?? (fault.mode() === 'refusing' ? refusals.permission : undefined);
    const owner = refusal ? undefined : wallet.redeem(params.get('code') ?? '');
    const answer = owner ? tokenFor(owner, now()) : refused(refusal ?? refusals.code);
    await fault.waitIfSlow();
    return reply.type('text/html;charset=utf-8').send(answer);
  });
}

const refusals = {
  appId: ['40002', 'Invalid Arguments', 'isv.invalid-app-id', '无效的AppID参数'],
  method: ['40002', 'Invalid Arguments', 'isv.invalid-method', '不存在的方法名'],
  timestamp: ['40002', 'Invalid Arguments', 'isv.invalid-timestamp', '非法的时间戳参数'],
  signature: [
    '40002',
    'Invalid Arguments',
    'isv.invalid-signature',
    '验签出错，请确认charset参数放在了URL查询字符串中',
  ],
  grant: ['40002', 'Invalid Arguments', 'isv.grant-type-invalid', '授权类型无效'],
  code: ['40002', 'Invalid Arguments', 'isv.code-invalid', '授权码code无效'],
  permission: ['40006', 'Insufficient Permissions', 'isv.insufficient-isv-permissions', 'ISV权限不足'],
} as const satisfies Record<string, Refusal>;

function notLetIn(params: Map<string, string>, now: number): Refusal | undefined {
  if (params.get('app_id') !== alipayAccount.appId) return refusals.appId;
  if (params.get('method') !== tokenMethod) return refusals.method;
  const at = Date.parse(`${params.get('timestamp')?.replace(' ', 'T')}+08:00`);
  if (!(Math.abs(at - now) <= tolerance)) return refusals.timestamp;
  const isOurs = params.get('sign_type') === 'RSA2' && params.get('charset') === 'utf-8';
  const content = rsa2Content(params);
  if (!isOurs || !rsa2Verify(content, params.get('sign') ?? '', alipayAccount.customerPublicKey))
    return refusals.signature;
  return params.get('grant_type') === 'authorization_code' ? undefined : refusals.grant;
}

/** Success has no code of its own. */
function tokenFor({ openId, userId }: { openId: string; userId?: string }, now: number) {
  return signed(`${tokenMethod.replaceAll('.', '_')}_response`, {
    access_token: `authbseB${randomBytes(16).toString('hex')}`,
    auth_start: new Date(now).toISOString().slice(0, 19).replace('T', ' '),
    expires_in: 1_296_000,
    open_id: openId,
    re_expires_in: 2_592_000,
    refresh_token: `authbseB${randomBytes(16).toString('hex')}`,
    ...(userId && { user_id: userId }),
  });
}

const refused = ([code, msg, sub_code, sub_msg]: Refusal) => signed('error_response', { code, msg, sub_code, sub_msg });

/** The signature covers the characters as they are sent, slashes escaped and all. */
function signed(name: string, answer: Answer) {
  const said = JSON.stringify(answer).replaceAll('/', String.raw`\/`);
  const sign = rsa2Sign(said, alipayAccount.alipayPrivateKey);
  return `{"${name}":${said},"sign":${JSON.stringify(sign)}}`;
}

const queryOf = (url: string) => new URLSearchParams(url.slice(url.indexOf('?') + 1));
