import { expect, test } from 'vitest';
import { findCode } from './code-rules.ts';

test.each([
  ['【云章】Your code is 389317, valid for 5 minutes.', '389317'],
  ['您的验证码是 482 913，5 分钟内有效。', '482913'],
  ['2026-11-15 09:30 验证码：４８２９１３', '482913'],
  ['Code 389317 5 min', '389317'],
  ['1-2-3-4-5-6', '123456'],
  ['1234567', '123456'],
  ['1a2b3c', '123'],
])('in %j the code is %j [VA-06] [D-06]', (message, code) => {
  expect(findCode(message)).toBe(code);
});
