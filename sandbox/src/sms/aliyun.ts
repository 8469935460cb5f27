import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJsonObject, queryOf } from '../http/request-body.ts';
import { acs3Verifier } from './acs3.ts';
import { mainlandNumber, smsText } from './sms-account.ts';
import { type GatewayReply, gatewayRoute, headerOf, type SmsGateway } from './sms-gateway.ts';

const version = '2017-05-25';

/** Aliyun's SMS API, `SendSms` only. Clients sign the path `/`, wherever the API is mounted. */
export async function aliyunRoutes(server: FastifyInstance, gateway: SmsGateway) {
  const verify = acs3Verifier(gateway.account.aliyun, gateway.now);

  gatewayRoute(server, gateway, (request, body) => {
    const host = headerOf(request.headers, 'host') ?? '';
    const query = queryOf(request);
    const refusal = verify(request.headers, query, body);
    if (refusal) return refused(host, refusal);
    if (headerOf(request.headers, 'x-acs-action') !== 'SendSms')
      return refused(host, [
        404,
        'InvalidAction.NotFound',
        'Specified api is not found, please check your url and method.',
      ]);
    if (headerOf(request.headers, 'x-acs-version') !== version)
      return refused(host, [400, 'InvalidVersion', 'Specified parameter Version is not valid.']);

    const parameters = Object.fromEntries([...query, ...formOf(request, body)]);
    const missing = ['PhoneNumbers', 'SignName', 'TemplateCode'].find((name) => !parameters[name]);
    if (missing) return refused(host, [400, `Missing${missing}`, `${missing} is mandatory for this action.`]);
    return sendSms(parameters, gateway);
  });
}

/** Errors in the message itself are answered with HTTP 200. */
function sendSms(parameters: Record<string, string>, { account, outbox, fault }: SmsGateway): GatewayReply {
  const { PhoneNumbers = '', SignName = '', TemplateCode, TemplateParam } = parameters;
  if (fault.mode() === 'refusing') return result('isv.AMOUNT_NOT_ENOUGH', '账户余额不足');
  if (!account.signNames.includes(SignName)) return result('isv.SMS_SIGNATURE_ILLEGAL', '短信签名不合法');
  const template = account.templates.find(({ aliyunCode }) => aliyunCode === TemplateCode);
  if (!template) return result('isv.SMS_TEMPLATE_ILLEGAL', '短信模版不合法');

  const values = parseJsonObject(TemplateParam ?? '{}');
  if (!values) return result('isv.INVALID_JSON_PARAM', 'JSON参数不合法,只接受字符串值');
  const text = smsText(SignName, template, values);
  if (!text) return result('isv.TEMPLATE_MISSING_PARAMETERS', '模版缺少变量');

  const numbers = PhoneNumbers.split(',').map(mainlandNumber);
  if (!numbers.every((number) => number !== undefined))
    return result('isv.MOBILE_NUMBER_ILLEGAL', `${PhoneNumbers}invalid mobile number`);
  for (const to of numbers) outbox.deliver({ channel: 'sms', to, language: template.language, text });
  return result('OK', 'OK', { BizId: `${Date.now()}${Math.floor(Math.random() * 1e6)}^0` });
}

const requestId = () => randomUUID().toUpperCase();

const result = (Code: string, Message: string, more = {}): GatewayReply => ({
  status: 200,
  body: { Code, Message, RequestId: requestId(), ...more },
});

function refused(HostId: string, [status, Code, Message]: readonly [number, string, string]): GatewayReply {
  const RequestId = requestId();
  const Recommend = `https://api.aliyun.com/troubleshoot?q=${Code}&product=Dysmsapi&requestId=${RequestId}`;
  return { status, body: { RequestId, HostId, Code, Message, Recommend } };
}

const formOf = ({ headers }: FastifyRequest, body: Buffer) =>
  new URLSearchParams(headers['content-type']?.startsWith('application/x-www-form-urlencoded') ? body.toString() : '');
