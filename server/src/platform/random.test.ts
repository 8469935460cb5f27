import { expect, test } from 'vitest';
import { random } from './random.ts';

test('makes ten thousand different handles with unbiased bits [AC-13]', () => {
  const count = 10_000;
  const handles = Array.from({ length: count }, () => random.token());
  expect(new Set(handles).size).toBe(count);
  const sizes = handles.map((handle) => Buffer.from(handle, 'base64url').length);
  expect([...new Set(sizes)]).toEqual([32]);

  const ones = Array<number>(256).fill(0);
  for (const handle of handles) {
    const bytes = Buffer.from(handle, 'base64url');
    for (let bit = 0; bit < 256; bit += 1) ones[bit]! += (bytes[bit >> 3]! >> (bit & 7)) & 1;
  }
  // Six standard deviations: a fair coin is further off once in two million runs of this test.
  const off = ones.map((times) => Math.abs(times - count / 2));
  expect(Math.max(...off)).toBeLessThan(3 * Math.sqrt(count));
});
