import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { minutes } from '../../clock/clock.ts';
import { type Fault, replyUnavailable } from '../../fault/fault.ts';
import { acceptText, queryOf } from '../../http/request-body.ts';
import { alipayAccount } from './alipay-account.ts';
import type { AlipayWallet } from './alipay-wallet.ts';
import { rsa2Content, rsa2Sign, rsa2Verify } from './rsa2.ts';

interface AlipayGateway {
  wallet: AlipayWallet;
  fault: Fault;
  now(): number;
}

type Refusal = readonly [code: string, message: string, subCode: string, subMessage: string];

const tokenMethod = 'alipay.system.oauth.token';
const tolerance = minutes(15);

/** Alipay's OpenAPI, `alipay.system.oauth.token` only. Every response is signed and has HTTP status 200. */
export async function alipayGatewayRoutes(server: FastifyInstance, { wallet, fault, now }: AlipayGateway) {
  acceptText(server);

  server.post('/gateway.do', async (request, reply) => {
    if (fault.mode() === 'down') return replyUnavailable(reply);
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const params = new Map([...queryOf(request), ...form]);
    const refusal = validate(params, now()) ?? (fault.mode() === 'refusing' ? refusals.permission : undefined);
    const owner = refusal ? undefined : wallet.redeem(params.get('code') ?? '');
    const response = owner ? tokenFor(owner, now()) : refused(refusal ?? refusals.code);
    await fault.waitIfSlow();
    return reply.type('text/html;charset=utf-8').send(response);
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

function validate(params: Map<string, string>, now: number): Refusal | undefined {
  if (params.get('app_id') !== alipayAccount.appId) return refusals.appId;
  if (params.get('method') !== tokenMethod) return refusals.method;
  const at = Date.parse(`${params.get('timestamp')?.replace(' ', 'T')}+08:00`);
  if (!(Math.abs(at - now) <= tolerance)) return refusals.timestamp;
  const isRsa2 = params.get('sign_type') === 'RSA2' && params.get('charset') === 'utf-8';
  const content = rsa2Content(params);
  if (!isRsa2 || !rsa2Verify(content, params.get('sign') ?? '', alipayAccount.customerPublicKey))
    return refusals.signature;
  return params.get('grant_type') === 'authorization_code' ? undefined : refusals.grant;
}

/** A successful response has no `code`. */
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

/** The signature covers the exact characters of the response, including escaped slashes. */
function signed(name: string, response: Record<string, string | number>) {
  const content = JSON.stringify(response).replaceAll('/', String.raw`\/`);
  const sign = rsa2Sign(content, alipayAccount.alipayPrivateKey);
  return `{"${name}":${content},"sign":${JSON.stringify(sign)}}`;
}
