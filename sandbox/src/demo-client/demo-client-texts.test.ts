import { expect, test } from 'vitest';
import { methodsInWords } from './demo-client-texts.ts';

test.each([
  [['pwd', 'otp', 'mfa'], 'Password, One-time code', '密码、一次性验证码'],
  [['pop', 'user', 'mfa'], 'Passkey', '通行密钥'],
])('%j reads "%s"', (amr, english, chinese) => {
  expect(methodsInWords(amr, 'en-US')).toBe(english);
  expect(methodsInWords(amr, 'zh-CN')).toBe(chinese);
});
