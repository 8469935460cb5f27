import { parseJsonObject } from '../http/request-body.ts';

/** The body of `SendSms`. */
export interface SendSmsRequest {
  PhoneNumberSet: string[];
  SmsSdkAppId: string;
  SignName: string;
  TemplateId: string;
  TemplateParamSet: string[];
  SessionContext: string;
}

type Read = { is: 'read'; order: SendSmsRequest } | { is: 'refused'; code: string; message: string };

const mostNumbers = 200;

export function parseSendSms(text: string): Read {
  const body = parseJsonObject(text);
  if (!body) return refused('InvalidParameter', 'The request body is not a JSON object.');

  const { PhoneNumberSet, SmsSdkAppId, SignName, TemplateId, TemplateParamSet = [], SessionContext = '' } = body;
  for (const [name, value] of Object.entries({ PhoneNumberSet, SmsSdkAppId, SignName, TemplateId }))
    if (value === undefined)
      return refused('MissingParameter', `The request is missing a required parameter \`${name}\`.`);
  const fits =
    isTexts(PhoneNumberSet) &&
    isText(SmsSdkAppId) &&
    isText(SignName) &&
    isText(TemplateId) &&
    isTexts(TemplateParamSet);
  if (!fits || !isText(SessionContext))
    return refused('InvalidParameter', 'A parameter is not of the type it should be.');
  if (PhoneNumberSet.length === 0 || PhoneNumberSet.length > mostNumbers)
    return refused('LimitExceeded.PhoneNumberCountLimit', `Give 1 to ${mostNumbers} numbers.`);
  return { is: 'read', order: { PhoneNumberSet, SmsSdkAppId, SignName, TemplateId, TemplateParamSet, SessionContext } };
}

const refused = (code: string, message: string): Read => ({ is: 'refused', code, message });
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
