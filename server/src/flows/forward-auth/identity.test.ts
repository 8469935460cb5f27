import { expect, test } from 'vitest';
import { headerValue } from './identity.ts';

test.each([
  ['Alice Lin', 'Alice Lin'],
  ['alice@example.com', 'alice@example.com'],
  ['林爱丽', '%E6%9E%97%E7%88%B1%E4%B8%BD'],
  ['José 👩🏽‍💻', 'Jos%C3%A9 %F0%9F%91%A9%F0%9F%8F%BD%E2%80%8D%F0%9F%92%BB'],
  ['100% 林', '100%25 %E6%9E%97'],
  [' a ', '%20a%20'],
  ['a\r\nX-Foyer-User: b', 'a%0D%0AX-Foyer-User: b'],
  ['', ''],
])('the header of %j is ASCII and can be decoded', (text, value) => {
  expect(headerValue(text)).toBe(value);
  expect(decodeURIComponent(value)).toBe(text);
});
