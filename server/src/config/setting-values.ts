import { BlockList, isIP } from 'node:net';
import type { BizType } from '@foyer/contract/flows/send-code';
import { identityHeaders } from '@foyer/contract/flows/forward-auth';
import { readEmail } from '@foyer/contract/rules/account-rules';
import { allowedRedirect } from '@foyer/contract/rules/redirect-rules';
import { isLanguage, type Language } from '@foyer/contract/language';
import { messages } from '@foyer/contract/texts/service-texts';

/** Parses the text of a setting, or throws an InvalidValue that says what is expected. */
export type Parse<Value> = (text: string) => Value;

export class InvalidValue extends Error {
  constructor(readonly expected: string) {
    super(expected);
  }
}

const invalid = (expected: string): never => {
  throw new InvalidValue(expected);
};

export const text: Parse<string> = (value) => value;

/** In lower case, with six digits. */
export const colour: Parse<string> = (value) =>
  /^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : invalid('give a colour such as #0b6e5f');

export const wholeNumber =
  (from: number, to: number): Parse<number> =>
  (value) =>
    /^\d{1,15}$/.test(value) && Number(value) >= from && Number(value) <= to
      ? Number(value)
      : invalid(`give a number from ${from} to ${to}`);

/** 0 switches off what the number is about. */
export const zeroOr =
  (parse: Parse<number>): Parse<number> =>
  (value) => {
    try {
      return value === '0' ? 0 : parse(value);
    } catch (error) {
      throw error instanceof InvalidValue ? new InvalidValue(`${error.expected}, or 0`) : error;
    }
  };

export const oneOf =
  <const Choice extends string>(...choices: Choice[]): Parse<Choice> =>
  (value) =>
    choices.find((choice) => choice === value) ?? invalid(`give one of ${choices.join(', ')}`);

export const onOff: Parse<boolean> = (value) => oneOf('on', 'off')(value) === 'on';

/** When a day begins where the product's people are, in milliseconds. */
export const day: Parse<number> = (value) => {
  const begins = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00+08:00`) : NaN;
  return Number.isNaN(begins) ? invalid('give a day such as 2027-03-01') : begins;
};

export const listOf =
  <Value>(parseItem: Parse<Value>): Parse<Value[]> =>
  (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(parseItem);

/** In the given order. */
export const listOfDifferent =
  <Value>(parseItem: Parse<Value>): Parse<Value[]> =>
  (value) => {
    const items = listOf(parseItem)(value);
    return new Set(items).size === items.length ? items : invalid('name each one once');
  };

export const origin: Parse<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isHttp = url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password;
  return isHttp && (value === url.origin || value === `${url.origin}/`)
    ? url.origin
    : invalid('give an origin such as https://sign.example.com, without a path');
};

/** An origin that the redirect allowlist would pass; the problem says which origin is probably meant. */
export const redirectOrigin: Parse<string> = (value) => {
  if (value.includes('*')) return invalid('name each origin, such as https://app.example.com; there are no wildcards');
  const absolute = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(value) ? value : `https://${value}`;
  const url = URL.canParse(absolute) ? new URL(absolute) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return origin(value);
  const passes = allowedRedirect(url.origin, { origin: 'https://foyer.invalid', allowed: [url.origin] });
  const meant = passes ? url.origin : `https://${url.host}`;
  if (value === meant || value === `${meant}/`) return meant;
  return invalid(`for "${value}" give ${meant}${passes ? '' : '; http is allowed for localhost only'}`);
};

/** Without `*`, which a Content-Security-Policy would read as any host. */
export const httpsOrigin: Parse<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url?.protocol === 'https:' && !value.includes('*') && [url.origin, `${url.origin}/`].includes(value)
    ? url.origin
    : invalid('give an https origin such as https://cdn.example.com, without a path');
};

/** A host name with a dot, or localhost, in lower case. */
export const domain: Parse<string> = (value) => {
  const name = value.toLowerCase();
  const isDomain = /^(?!-)[a-z\d-]+(\.[a-z\d-]+)*\.(?!\d+$)[a-z\d-]+$/.test(name);
  return isDomain || name === 'localhost' ? name : invalid('give a domain such as example.com');
};

export const httpsUrl: Parse<string> = (value) =>
  URL.canParse(value) && new URL(value).protocol === 'https:' ? value : invalid('give a URL that starts with https://');

/** A path of this service or a URL; set by the operator, so the redirect allowlist does not apply. */
export const pathOrUrl: Parse<string> = (value) =>
  /^\/(?![/\\])/.test(value) || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
    ? value
    : invalid('give a path such as /home or a URL that starts with https://');

/** A URL, perhaps with a path, without a slash at its end. */
export const baseUrl: Parse<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
    ? url.href.replace(/\/$/, '')
    : invalid('give a URL such as https://sms.example.com');
};

export interface SmsTemplate {
  kind: (typeof smsKinds)[number];
  /** Of a code: the template is for this purpose only. */
  purpose?: BizType;
  language: Language;
  id: string;
  /** In the order of the template; empty means all values of the kind. */
  variables: string[];
}
export const smsKinds = ['code', 'noAccount', 'notice', 'undo'] as const;

export const smsTemplate: Parse<SmsTemplate> = (value) => {
  const [, kindName, purposeName, language, id, more = ''] =
    /^(\w+)(?:\.([A-Z_]+))?\.([\w-]+)=([\w-]+)((?::\w+)*)$/.exec(value) ?? [];
  const kind = smsKinds.find((one) => one === kindName);
  const purpose = purposes.find((one) => one === purposeName);
  const isKnown = purposeName === undefined || (kind === 'code' && purpose);
  return kind && isKnown && isLanguage(language) && id
    ? { kind, ...(purpose && { purpose }), language, id, variables: more.split(':').filter(Boolean) }
    : invalid('give templates such as code.zh-CN=SMS_1:code:minutes or code.RETRIEVE.zh-CN=SMS_2:code');
};
const purposes = Object.keys(messages['zh-CN'].codePurposes) as BizType[];

export const encodingAesKey: Parse<string> = (value) =>
  /^[A-Za-z\d+/]{43}$/.test(value) ? value : invalid('give keys of 43 letters and digits, with commas between');

export const encryptionKey: Parse<Buffer> = (value) => {
  const key = Buffer.from(value, 'base64');
  const isBase64 = /^[A-Za-z\d+/_-]{43}=?$/.test(value);
  return isBase64 && key.length === 32
    ? key
    : invalid('give 32 bytes as base64, as openssl rand -base64 32 prints them, with commas between several');
};

/** In lower case, as Node.js reports header names. */
export const headerName: Parse<string> = (value) =>
  /^[\w-]{1,64}$/.test(value) ? value.toLowerCase() : invalid('give the name of a header such as cf-ipcountry');

/** A header as name=value; the value is percent-encoded, as OpenTelemetry has it. */
export const headerField: Parse<[string, string]> = (value) => {
  const [, name = '', encoded = ''] = /^([\w-]{1,64})=([\x21-\x7e]+)$/.exec(value) ?? [];
  try {
    if (name) return [name.toLowerCase(), decodeURIComponent(encoded)];
  } catch {
    // The value is not percent-encoded.
  }
  return invalid('give headers such as authorization=Bearer%20abc, with commas between');
};

export const ratio: Parse<number> = (value) =>
  /^(0|1|0?\.\d{1,6}|1\.0+)$/.test(value) ? Number(value) : invalid('give a number from 0 to 1, such as 0.05');

export type IdentityHeaderName = keyof typeof identityHeaders;
export const identityHeaderNames = Object.keys(identityHeaders) as IdentityHeaderName[];

export const environments = ['prod', 'sml', 'test', 'dev'] as const;

export interface EnvironmentUrl {
  /** Undefined for all environments. */
  environment: (typeof environments)[number] | undefined;
  url: string;
}

/** An https URL for one environment, as in `prod=https://…`, or for all. */
export const environmentUrl: Parse<EnvironmentUrl> = (value) => {
  const [, name, rest] = /^(\w+)=(.+)$/.exec(value) ?? [];
  const environment = environments.find((one) => one === name);
  if (name !== undefined && !environment) return invalid(`give one of ${environments.join(', ')} before the =`);
  return { environment, url: httpsUrl(rest ?? value) };
};

/** The name of a global function, or of a method of a global object. */
export const functionName: Parse<string> = (value) =>
  /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/.test(value) ? value : invalid('give a name such as vendor.setup');

export const path: Parse<string> = (value) =>
  /^(\/[\w.-]+)+$/.test(value) ? value : invalid('give a path such as /api, without a slash at its end');

export const urlWith =
  (...protocols: string[]): Parse<string> =>
  (value) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value
      : invalid(`give a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);

export const ipRange: Parse<string> = (value) => {
  const [host = '', bits, ...more] = value.split('/');
  const family = isIP(host);
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  if (!family || !fits || more.length > 0)
    return invalid('give IP addresses such as 10.0.0.0/8 or ::1, with commas between');
  return trustsAlmostEveryone(host, family, bits === undefined ? 128 : Number(bits))
    ? invalid(
        `${value} trusts almost every client, who could then claim any address; give the addresses of your proxies`,
      )
    : value;
};

/** The widest private networks are 10.0.0.0/8 and fc00::/7; a wider range holds addresses of the public. */
function trustsAlmostEveryone(host: string, family: number, bits: number): boolean {
  if (family === 4) return bits < 8;
  const mapped = { prefix: '::ffff:0:0', bits: 96 };
  const isWithin = (address: string, prefix: string, size: number) => {
    const range = new BlockList();
    range.addSubnet(prefix, size, 'ipv6');
    return range.check(address, 'ipv6');
  };
  // An IPv6 range may hold IPv4 addresses in their mapped form.
  if (isWithin(host, mapped.prefix, mapped.bits)) return bits < mapped.bits + 8;
  return bits < 7 || isWithin(mapped.prefix, host, bits);
}

export const host: Parse<string> = (value) =>
  isIP(value) || /^[\w.-]+$/.test(value) ? value : invalid('give an IP address such as 127.0.0.1 or 0.0.0.0');

export const secret =
  (minLength: number): Parse<string> =>
  (value) =>
    value.length >= minLength ? value : invalid(`give at least ${minLength} characters`);

export const email: Parse<string> = (value) => (readEmail(value) ? value : invalid('give an e-mail address'));

export const productCode: Parse<string> = (value) =>
  /^[\w-]{1,32}$/.test(value) ? value : invalid('give up to 32 letters, digits, hyphens or underscores');
