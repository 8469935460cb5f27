import type { Route } from '@playwright/test';

const json = (body: string | Buffer, status = 200) => ({ status, contentType: 'application/json', body });
const envelope = (fields: object) => json(JSON.stringify(fields));
const html = (status: number) => ({
  status,
  contentType: 'text/html',
  body: '<!doctype html><title>Error</title><h1>Error</h1>',
});
const refused = (message: unknown) => envelope({ code: 10009999, message, data: null });
const success = (data: unknown) => envelope({ code: 0, message: '', data });
const markup = '<img src=x onerror="window.pwned=1">';

/** The fields of all answers that the page reads, each with the same value. */
const names =
  'ouid url targetUrl mobile serviceId preServiceId setPwdServiceId loginDoubleCheck needAgreement newUser secondFactors ' +
  'bannerList data challenge salt maxnumber signature auth loginId sceneId preLoginId scanned rpId allowCredentials ' +
  'loginStatus loginMobile loginEmail loginLimit realNameStatus accountId authCodeId ifExistDomain version sessions ' +
  'identities passkeys factors trustedBrowsers consents events items email name on policy closure undoUntil';
const allFields = (value: unknown) => success(Object.fromEntries(names.split(' ').map((name) => [name, value])));

/** A sign-in that is right but for where it leads. An answer of a wrong shape would lead nowhere by itself. */
const leadingTo = (url: string) =>
  success({
    ouid: 'attack',
    loginStatus: true,
    loginDoubleCheck: false,
    needAgreement: false,
    newUser: false,
    realNameStatus: true,
    url,
    targetUrl: url,
    bannerList: [{ picUrl: url, linkUrl: url }],
  });

/** How an answer can be bad: what the browser gets in place of it, or how the connection ends. */
export const badAnswers: Record<string, string | Parameters<Route['fulfill']>[0]> = {
  'an HTML page': html(200),
  'an empty body': json(''),
  'status 204': { status: 204, body: '' },
  ...Object.fromEntries(
    [400, 401, 403, 404, 429, 500, 502, 503, 504].map((status) => [`HTML with ${status}`, html(status)]),
  ),
  ...Object.fromEntries(
    [401, 429, 500, 503].map((status) => [`an envelope without code, with ${status}`, json('{}', status)]),
  ),
  'plain text': { status: 200, contentType: 'text/plain', body: 'OK' },
  'JSON as plain text': { status: 200, contentType: 'text/plain', body: '{"code":0,"message":"","data":{}}' },
  'JSON as a download': { status: 200, contentType: 'application/octet-stream', body: '{"code":0}' },
  'JSON behind a BOM': json('\ufeff{"code":0,"message":"","data":{}}'),
  'JSON that is cut': json('{"code":0,"data":{"oui'),
  'JSON that is cut in a letter': json(Buffer.from('{"code":0,"message":"中').subarray(0, -1)),
  'two documents': json('{"code":0}{"code":0}'),
  NaN: json('{"code":NaN}'),
  'a huge text': refused('x'.repeat(2_000_000)),
  'a deep array': json(`{"code":0,"message":"","data":${'['.repeat(5000)}${']'.repeat(5000)}}`),
  ...Object.fromEntries(
    ['null', 'true', '0', '""', '[]', '{}', '[0]'].map((text) => [`the value ${text}`, json(text)]),
  ),
  ...Object.fromEntries(
    [null, 'ok', '', '0', true, [], {}, -1, 1.5, 1e300].map((code) => [
      `the code ${JSON.stringify(code)}`,
      envelope({ code, message: '', data: null }),
    ]),
  ),
  'a message with markup': refused(markup),
  'a message that is an object': refused({ text: 'no' }),
  'a message that is a number': refused(7),
  'a refusal without a message': envelope({ code: 10009999 }),
  ...Object.fromEntries(
    [null, '', 0, -1, true, [], [[]], {}, 'text', '{}', [null]].map((data) => [
      `the data ${JSON.stringify(data)}`,
      success(data),
    ]),
  ),
  ...Object.fromEntries(
    [null, '', 7, -1, true, [], {}, [null], markup, [{}]].map((value) => [
      `all fields ${JSON.stringify(value)}`,
      allFields(value),
    ]),
  ),
  'a script as URL': leadingTo('javascript:window.pwned=1'),
  'another site as URL': leadingTo('https://evil.test/'),
  'another site without protocol': leadingTo('//evil.test/'),
  'a prototype': json('{"code":0,"message":"","data":{"__proto__":{"url":"//evil.test"},"constructor":7}}'),
  'a reset connection': 'connectionreset',
  'a refused connection': 'connectionrefused',
};

export const giveBadAnswer = (route: Route, name: string) => {
  const answer = badAnswers[name];
  return typeof answer === 'string' ? route.abort(answer) : route.fulfill(answer);
};
