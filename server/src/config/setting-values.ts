import { isIP } from 'node:net';
import { readEmail } from '@foyer/contract/rules/account-rules';
import { isLanguage, type Language } from '@foyer/contract/language';

/** Reads one value, or says what would be right. */
export type Read<Value> = (text: string) => Value;

export class WrongValue extends Error {
  constructor(readonly wanted: string) {
    super(wanted);
  }
}

const wrong = (wanted: string): never => {
  throw new WrongValue(wanted);
};

export const text: Read<string> = (given) => given;

export const wholeNumber =
  (from: number, to: number): Read<number> =>
  (given) =>
    /^\d{1,15}$/.test(given) && Number(given) >= from && Number(given) <= to
      ? Number(given)
      : wrong(`give a number from ${from} to ${to}`);

export const oneOf =
  <const Choice extends string>(...choices: Choice[]): Read<Choice> =>
  (given) =>
    choices.find((choice) => choice === given) ?? wrong(`give one of ${choices.join(', ')}`);

export const onOff: Read<boolean> = (given) => oneOf('on', 'off')(given) === 'on';

export const listOf =
  <Value>(read: Read<Value>): Read<Value[]> =>
  (given) =>
    given
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(read);

export const origin: Read<string> = (given) => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const whole = url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password;
  return whole && (given === url.origin || given === `${url.origin}/`)
    ? url.origin
    : wrong('give an origin such as https://sign.example.com, without a path');
};

export const webAddress: Read<string> = (given) =>
  URL.canParse(given) && new URL(given).protocol === 'https:'
    ? given
    : wrong('give an address that starts with https://');

/** A path of ours or an address elsewhere; it is the operator's word, so it passes no gate. */
export const place: Read<string> = (given) => (/^\/(?![/\\])/.test(given) ? given : webAddressOrLocal(given));

const webAddressOrLocal: Read<string> = (given) =>
  URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)
    ? given
    : wrong('give a path such as /home or an address that starts with https://');

/** Elsewhere, under a path if need be, without a slash at its end. */
export const webPlace: Read<string> = (given) => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  return url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
    ? url.href.replace(/\/$/, '')
    : wrong('give an address such as https://sms.example.com');
};

export interface SmsTemplate {
  kind: (typeof smsKinds)[number];
  language: Language;
  id: string;
  /** In the order in which the template takes them; all that the kind has when it names none. */
  variables: string[];
}
export const smsKinds = ['code', 'noAccount', 'notice'] as const;

export const smsTemplate: Read<SmsTemplate> = (given) => {
  const [, kindGiven, language, id, more = ''] = /^(\w+)\.([\w-]+)=([\w-]+)((?::\w+)*)$/.exec(given) ?? [];
  const kind = smsKinds.find((one) => one === kindGiven);
  return kind && isLanguage(language) && id
    ? { kind, language, id, variables: more.split(':').filter(Boolean) }
    : wrong('give templates such as code.zh-CN=SMS_1:code:minutes');
};

export const wechatKey: Read<string> = (given) =>
  /^[A-Za-z\d+/]{43}$/.test(given) ? given : wrong('give keys of 43 letters and digits, with commas between');

/** As the service reads it. */
export const headerName: Read<string> = (given) =>
  /^[\w-]{1,64}$/.test(given) ? given.toLowerCase() : wrong('give the name of a header such as cf-ipcountry');

export const environments = ['prod', 'sml', 'test', 'dev'] as const;

export interface ChatPlace {
  /** Undefined for all. */
  environment: (typeof environments)[number] | undefined;
  address: string;
}

export const chatPlace: Read<ChatPlace> = (given) => {
  const [, name, rest] = /^(\w+)=(.+)$/.exec(given) ?? [];
  const environment = environments.find((one) => one === name);
  if (name !== undefined && !environment) return wrong(`give one of ${environments.join(', ')} before the =`);
  return { environment, address: webAddress(rest ?? given) };
};

export const path: Read<string> = (given) =>
  /^(\/[\w.-]+)+$/.test(given) ? given : wrong('give a path such as /api, without a slash at its end');

export const address =
  (...protocols: string[]): Read<string> =>
  (given) =>
    URL.canParse(given) && protocols.includes(new URL(given).protocol)
      ? given
      : wrong(`give an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);

export const networkRange: Read<string> = (given) => {
  const [host = '', bits, ...more] = given.split('/');
  const family = isIP(host);
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return family && fits && more.length === 0
    ? given
    : wrong('give addresses such as 10.0.0.0/8 or ::1, with commas between');
};

export const hostName: Read<string> = (given) =>
  isIP(given) || /^[\w.-]+$/.test(given) ? given : wrong('give an address such as 127.0.0.1 or 0.0.0.0');

export const secret =
  (least: number): Read<string> =>
  (given) =>
    given.length >= least ? given : wrong(`give at least ${least} characters`);

export const email: Read<string> = (given) => (readEmail(given) ? given : wrong('give an e-mail address'));

export const productCode: Read<string> = (given) =>
  /^[\w-]{1,32}$/.test(given) ? given : wrong('give up to 32 letters, digits, hyphens or underscores');
