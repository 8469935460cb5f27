import { expect, test } from 'vitest';
import { readDingtalkMessage } from './dingtalk-message.ts';

const page = 'https://login.dingtalk.com/oauth2/auth?client_id=x&state=S1';
const callback = 'https://sign.example.com/api/thirdparty/dingding/callback';
const back = `${callback}?authCode=A&state=S1`;
const heard = (data: unknown, origin = 'https://login.dingtalk.com') =>
  readDingtalkMessage({ origin, data }, page, callback);

test('who has confirmed is taken to where we take them back [QR-10]', () => {
  expect(heard({ success: true, redirectUrl: back })).toEqual({ is: 'goOn', address: back });
});

test('DingTalk may say that nothing came of it; in which words is not told', () => {
  expect(heard({ success: false, errorMsg: '<b>no</b>' })).toEqual({ is: 'denied' });
});

test.each([
  'https://login.dingtalk.com.evil.test',
  'https://evil.test/login.dingtalk.com',
  'http://login.dingtalk.com',
  'https://login.dingtalk.com:8443',
  'null',
])('%s is not DingTalk', (origin) => {
  expect(heard({ success: true, redirectUrl: back }, origin)).toBeUndefined();
});

test.each([
  ['another state', `${callback}?authCode=A&state=S2`],
  ['no state', `${callback}?authCode=A`],
  ['another site', `https://evil.test/api/thirdparty/dingding/callback?authCode=A&state=S1`],
  ['another place of ours', `https://sign.example.com/login/web?authCode=A&state=S1`],
  ['a place below it', `${callback}/x?authCode=A&state=S1`],
  ['a name in front', `https://a@sign.example.com/api/thirdparty/dingding/callback?authCode=A&state=S1`],
  ['a script', `javascript:alert(1)//?state=S1`],
  ['no address', `nowhere`],
])('an address with %s is not followed [AC-11]', (_, redirectUrl) => {
  expect(heard({ success: true, redirectUrl })).toBeUndefined();
});

test.each([undefined, null, 'text', 7, {}, { success: 'true', redirectUrl: back }, { success: true, redirectUrl: 7 }])(
  '%j says nothing',
  (data) => {
    expect(heard(data)).toBeUndefined();
  },
);
