import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { mainlandNumber, smsText } from './sms-account.ts';
import { type GatewayReply, gatewayRoute, headerOf, type SmsGateway } from './sms-gateway.ts';
import { tc3Verifier } from './tc3.ts';
import { type SendSmsRequest, parseSendSms } from './tencent-send-sms.ts';

/** Tencent Cloud's SMS API, `SendSms` only. Clients sign the path `/`, wherever the API is mounted. */
export async function tencentRoutes(server: FastifyInstance, gateway: SmsGateway) {
  const verify = tc3Verifier(gateway.account.tencent, gateway.now);

  gatewayRoute(server, gateway, ({ headers }, body) => {
    const refusal = verify(headers, body);
    if (refusal) return refused(...refusal);
    const action = headerOf(headers, 'x-tc-action');
    if (action !== 'SendSms')
      return refused('InvalidAction', `The request action=\`${action}\` is invalid or doesn't exist.`);
    if (headerOf(headers, 'x-tc-version') !== '2021-01-11')
      return refused('NoSuchVersion', 'The API version does not exist.');
    if (!headerOf(headers, 'x-tc-region'))
      return refused('MissingParameter', 'The request is missing the header `X-TC-Region`.');

    const parsed = parseSendSms(body.toString());
    if (parsed.is === 'refused') return refused(parsed.code, parsed.message);
    if (parsed.request.SmsSdkAppId !== gateway.account.tencent.sdkAppId)
      return refused('UnauthorizedOperation.SmsSdkAppIdVerifyFail', 'The verification of `SmsSdkAppId` failed.');
    const SendStatusSet = parsed.request.PhoneNumberSet.map((number) => sendOne(number, parsed.request, gateway));
    return result({ SendStatusSet });
  });
}

/** Each number has its own result. */
function sendOne(PhoneNumber: string, request: SendSmsRequest, { account, outbox, fault }: SmsGateway) {
  const { SignName, TemplateId, TemplateParamSet, SessionContext } = request;
  const status = (Code: string, Message: string, more = {}) => ({
    SerialNo: '',
    PhoneNumber,
    Fee: 0,
    SessionContext,
    Code,
    Message,
    IsoCode: '',
    ...more,
  });

  if (fault.mode() === 'refusing')
    return status('FailedOperation.InsufficientBalanceInSmsPackage', 'insufficient balance in sms package');
  const to = mainlandNumber(PhoneNumber);
  if (!to) return status('InvalidParameterValue.IncorrectPhoneNumber', 'incorrect phone number');
  if (!account.signNames.includes(SignName))
    return status('FailedOperation.SignatureIncorrectOrUnapproved', 'signature is incorrect or unapproved');
  const template = account.templates.find(({ tencentId }) => tencentId === TemplateId);
  if (!template) return status('FailedOperation.TemplateIncorrectOrUnapproved', 'template is incorrect or unapproved');

  const values = Object.fromEntries(template.parameters.map((name, i) => [name, TemplateParamSet[i]]));
  const text = TemplateParamSet.length === template.parameters.length && smsText(SignName, template, values);
  if (!text)
    return status(
      'FailedOperation.TemplateParamSetNotMatchApprovedTemplate',
      'params do not match the approved template',
    );

  const { id } = outbox.deliver({ channel: 'sms', to, language: template.language, text });
  return status('Ok', 'send success', { SerialNo: id, PhoneNumber: `+86${to}`, Fee: 1, IsoCode: 'CN' });
}

/** Errors are answered with HTTP 200 too. */
const result = (response: object): GatewayReply => ({
  status: 200,
  body: { Response: { ...response, RequestId: randomUUID() } },
});

const refused = (Code: string, Message: string) => result({ Error: { Code, Message } });
