import { expect, test } from 'vitest';
import { maskApart } from './mask-apart.ts';

test.each([
  ['mei@example.com', 'bo@example.com', 'm***@example.com', 'b***@example.com'],
  ['mei.zhang@example.com', 'mei.wang1@example.com', 'me***ng@example.com', 'me***g1@example.com'],
  ['mei@example.com', 'max@example.com', 'me***@example.com', 'ma***@example.com'],
  ['mei@example.com', 'mel@example.com', 'mei***@example.com', 'mel***@example.com'],
  ['mei.a.li@example.com', 'mei.b.li@example.com', 'mei.a***@example.com', 'mei.b***@example.com'],
  ['13800138000', '13900138000', '138****8000', '139****8000'],
  ['13812348000', '13856788000', '1381**48000', '1385**88000'],
  ['13810018000', '13811118000', '13810018000', '13811118000'],
])('%s and %s never read the same', (before, after, maskedBefore, maskedAfter) => {
  expect(maskApart(before, after)).toEqual({ before: maskedBefore, after: maskedAfter });
});

test('one value stays masked', () => {
  expect(maskApart('13800138000', '13800138000')).toEqual({ before: '138****8000', after: '138****8000' });
});
