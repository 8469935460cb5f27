import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acs3Verifier } from './acs3-gate.ts';
import { parseJsonObject } from '../http/request-body.ts';
import { mainlandNumber, smsText } from './sms-account.ts';
import { type GatewayReply, gatewayRoute, headerOf, type SmsGateway } from './sms-gateway.ts';

const version = '2017-05-25';

/** Aliyun's short message service, `SendSms` only. Its root is where it is mounted, so a caller signs the path `/`. */
export async function aliyunRoutes(app: FastifyInstance, gateway: SmsGateway) {
  const gate = acs3Verifier(gateway.account.aliyun, gateway.now);

  gatewayRoute(app, gateway, (request, body) => {
    const host = headerOf(request.headers, 'host') ?? '';
    const query = queryOf(request);
    const signed = gate(request.headers, query, body);
    if (signed) return refused(host, signed);
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

/** What is wrong with the message itself is told with HTTP 200. */
function sendSms(parameters: Record<string, string>, { account, outbox, fault }: SmsGateway): GatewayReply {
  const { PhoneNumbers = '', SignName = '', TemplateCode, TemplateParam } = parameters;
  if (fault.mode() === 'refusing') return answered('isv.AMOUNT_NOT_ENOUGH', '账户余额不足');
  if (!account.signNames.includes(SignName)) return answered('isv.SMS_SIGNATURE_ILLEGAL', '短信签名不合法');
  const template = account.templates.find(({ aliyunCode }) => aliyunCode === TemplateCode);
  if (!template) return answered('isv.SMS_TEMPLATE_ILLEGAL', '短信模版不合法');

  const values = parseJsonObject(TemplateParam ?? '{}');
  if (!values) return answered('isv.INVALID_JSON_PARAM', 'JSON参数不合法,只接受字符串值');
  const text = smsText(SignName, template, values);
  if (!text) return answered('isv.TEMPLATE_MISSING_PARAMETERS', '模版缺少变量');

  const numbers = PhoneNumbers.split(',').map(mainlandNumber);
  if (!numbers.every((number) => number !== undefined))
    return answered('isv.MOBILE_NUMBER_ILLEGAL', `${PhoneNumbers}invalid mobile number`);
  for (const to of numbers) outbox.deliver({ channel: 'sms', to, language: template.language, text });
  return answered('OK', 'OK', { BizId: `${Date.now()}${Math.floor(Math.random() * 1e6)}^0` });
}

const requestId = () => randomUUID().toUpperCase();

const answered = (Code: string, Message: string, more = {}): GatewayReply => ({
  status: 200,
  body: { Code, Message, RequestId: requestId(), ...more },
});

function refused(HostId: string, [status, Code, Message]: readonly [number, string, string]): GatewayReply {
  const RequestId = requestId();
  const Recommend = `https://api.aliyun.com/troubleshoot?q=${Code}&product=Dysmsapi&requestId=${RequestId}`;
  return { status, body: { RequestId, HostId, Code, Message, Recommend } };
}

const queryOf = ({ url }: FastifyRequest) =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

const formOf = ({ headers }: FastifyRequest, body: Buffer) =>
  new URLSearchParams(headers['content-type']?.startsWith('application/x-www-form-urlencoded') ? body.toString() : '');
