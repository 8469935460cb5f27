import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { mainlandNumber, smsText } from './sms-account.ts';
import { type GatewayReply, gatewayRoute, headerOf, type SmsGateway } from './sms-gateway.ts';
import { tc3Verifier } from './tc3-gate.ts';
import { type SendSmsRequest, parseSendSms } from './tencent-send-sms.ts';

/** Tencent Cloud's short message service, `SendSms` only. Its root is where it is mounted, so a caller signs the path `/`. */
export async function tencentRoutes(app: FastifyInstance, gateway: SmsGateway) {
  const gate = tc3Verifier(gateway.account.tencent, gateway.now);

  gatewayRoute(app, gateway, ({ headers }, body) => {
    const signed = gate(headers, body);
    if (signed) return refused(...signed);
    const action = headerOf(headers, 'x-tc-action');
    if (action !== 'SendSms')
      return refused('InvalidAction', `The request action=\`${action}\` is invalid or doesn't exist.`);
    if (headerOf(headers, 'x-tc-version') !== '2021-01-11')
      return refused('NoSuchVersion', 'The API version does not exist.');
    if (!headerOf(headers, 'x-tc-region'))
      return refused('MissingParameter', 'The request is missing the header `X-TC-Region`.');

    const asked = parseSendSms(body.toString());
    if (asked.is === 'refused') return refused(asked.code, asked.message);
    if (asked.order.SmsSdkAppId !== gateway.account.tencent.sdkAppId)
      return refused('UnauthorizedOperation.SmsSdkAppIdVerifyFail', 'The verification of `SmsSdkAppId` failed.');
    const SendStatusSet = asked.order.PhoneNumberSet.map((number) => sendOne(number, asked.order, gateway));
    return answered({ SendStatusSet });
  });
}

/** Each number has its own outcome. */
function sendOne(PhoneNumber: string, order: SendSmsRequest, { account, outbox, fault }: SmsGateway) {
  const { SignName, TemplateId, TemplateParamSet, SessionContext } = order;
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

/** HTTP 200 even for what went wrong. */
const answered = (answer: object): GatewayReply => ({
  status: 200,
  body: { Response: { ...answer, RequestId: randomUUID() } },
});

const refused = (Code: string, Message: string) => answered({ Error: { Code, Message } });
