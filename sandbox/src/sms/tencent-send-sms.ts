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

type ParseResult = { is: 'ok'; request: SendSmsRequest } | { is: 'refused'; code: string; message: string };

const maxNumbers = 200;

export function parseSendSms(text: string): ParseResult {
  const body = parseJsonObject(text);
  if (!body) return refused('InvalidParameter', 'The request body is not a JSON object.');

  const { PhoneNumberSet, SmsSdkAppId, SignName, TemplateId, TemplateParamSet = [], SessionContext = '' } = body;
  for (const [name, value] of Object.entries({ PhoneNumberSet, SmsSdkAppId, SignName, TemplateId }))
    if (value === undefined)
      return refused('MissingParameter', `The request is missing a required parameter \`${name}\`.`);
  const isValid =
    isStringArray(PhoneNumberSet) &&
    isString(SmsSdkAppId) &&
    isString(SignName) &&
    isString(TemplateId) &&
    isStringArray(TemplateParamSet);
  if (!isValid || !isString(SessionContext))
    return refused('InvalidParameter', 'A parameter is not of the type it should be.');
  if (PhoneNumberSet.length === 0 || PhoneNumberSet.length > maxNumbers)
    return refused('LimitExceeded.PhoneNumberCountLimit', `Give 1 to ${maxNumbers} numbers.`);
  return { is: 'ok', request: { PhoneNumberSet, SmsSdkAppId, SignName, TemplateId, TemplateParamSet, SessionContext } };
}

const refused = (code: string, message: string): ParseResult => ({ is: 'refused', code, message });
const isString = (value: unknown): value is string => typeof value === 'string';
const isStringArray = (value: unknown): value is string[] => Array.isArray(value) && value.every(isString);
