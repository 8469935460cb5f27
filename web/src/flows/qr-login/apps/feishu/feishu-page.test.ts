import { expect, test } from 'vitest';
import { feishuPage } from './feishu-page.ts';

const goto = 'https://passport.feishu.cn/suite/passport/oauth/authorize?client_id=x&state=S1';
const pageWith = (target: string) =>
  `https://passport.feishu.cn/suite/passport/sso/qr?${new URLSearchParams({ goto: target })}`;
const callback = 'https://sign.example.com/api/thirdparty/feishu/callback';
const confirmed = { source: 'qrcode', tmp_code: 'T&1' };
const read = (data: unknown, origin = 'https://passport.feishu.cn', target = goto) =>
  feishuPage.read({ origin, data }, pageWith(target), callback);

test('a confirmation leads to the authorisation of this QR code, with the temporary code', () => {
  expect(read(confirmed)).toEqual({ is: 'confirmed', url: `${goto}&tmp_code=T%261` });
});

test.each([
  'https://passport.feishu.cn.evil.test',
  'https://evil.test/passport.feishu.cn',
  'http://passport.feishu.cn',
  'https://accounts.feishu.cn',
  'null',
])('ignores a message from %s', (origin) => {
  expect(read(confirmed, origin)).toBeUndefined();
});

test.each(['https://evil.test/suite/passport/oauth/authorize?state=S1', 'javascript:alert(1)', 'nowhere', ''])(
  'goes to no page of another origin: %s [AC-11]',
  (target) => {
    expect(read(confirmed, undefined, target)).toBeUndefined();
  },
);

test.each([undefined, null, 'T1', 7, {}, { tmp_code: '' }, { tmp_code: 7 }, { source: 'qrcode' }])(
  'ignores the data %j',
  (data) => {
    expect(read(data)).toBeUndefined();
  },
);
