import { expect, test } from 'vitest';
import { readDingtalkMessage } from './dingtalk-message.ts';

const page = 'https://login.dingtalk.com/oauth2/auth?client_id=x&state=S1';
const callback = 'https://sign.example.com/api/thirdparty/dingding/callback';
const callbackUrl = `${callback}?authCode=A&state=S1`;
const read = (data: unknown, origin = 'https://login.dingtalk.com') =>
  readDingtalkMessage({ origin, data }, page, callback);

test('a confirmation gives the URL of our callback [QR-10]', () => {
  expect(read({ success: true, redirectUrl: callbackUrl })).toEqual({ is: 'confirmed', url: callbackUrl });
});

test('an error message declines the sign-in, whatever its text', () => {
  expect(read({ success: false, errorMsg: '<b>no</b>' })).toEqual({ is: 'declined' });
});

test.each([
  'https://login.dingtalk.com.evil.test',
  'https://evil.test/login.dingtalk.com',
  'http://login.dingtalk.com',
  'https://login.dingtalk.com:8443',
  'null',
])('ignores a message from %s', (origin) => {
  expect(read({ success: true, redirectUrl: callbackUrl }, origin)).toBeUndefined();
});

test.each([
  ['another state', `${callback}?authCode=A&state=S2`],
  ['no state', `${callback}?authCode=A`],
  ['another site', `https://evil.test/api/thirdparty/dingding/callback?authCode=A&state=S1`],
  ['another path of ours', `https://sign.example.com/login/web?authCode=A&state=S1`],
  ['a path below it', `${callback}/x?authCode=A&state=S1`],
  ['a user name', `https://a@sign.example.com/api/thirdparty/dingding/callback?authCode=A&state=S1`],
  ['a script', `javascript:alert(1)//?state=S1`],
  ['text that is no URL', 'nowhere'],
])('ignores a redirect URL with %s [AC-11]', (_, redirectUrl) => {
  expect(read({ success: true, redirectUrl })).toBeUndefined();
});

test.each([
  undefined,
  null,
  'text',
  7,
  {},
  { success: 'true', redirectUrl: callbackUrl },
  { success: true, redirectUrl: 7 },
])('ignores the data %j', (data) => {
  expect(read(data)).toBeUndefined();
});
