import { expect, test } from 'vitest';
import { tc3Signature } from './tc3.ts';

const example = {
  service: 'cvm',
  timestamp: 1551113065,
  body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
  headers: { 'content-type': 'application/json; charset=utf-8', host: 'cvm.tencentcloudapi.com' },
};

test('computes the signature of Tencent’s older documented example', () => {
  expect(tc3Signature(example, 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE')).toBe(
    '72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  );
});

test('computes the signature of the newer example, which signs the action too', () => {
  const headers = { ...example.headers, 'x-tc-action': 'DescribeInstances' };
  expect(tc3Signature({ ...example, headers }, '*'.repeat(32))).toBe(
    '10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  );
});
