import { expect, test } from 'vitest';
import { acs3Hash, acs3Signature } from './acs3.ts';
import { sha256 } from './sms-gateway.ts';

const request = (host: string, action: string, version: string, query: Record<string, string>) => ({
  method: 'POST',
  path: '/',
  query: Object.entries(query),
  headers: {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-version': version,
  },
  bodyHash: sha256(''),
});

test('computes the signature of Aliyun’s documented example', () => {
  const example = request('ecs.cn-shanghai.aliyuncs.com', 'RunInstances', '2014-05-26', {
    RegionId: 'cn-shanghai',
    ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
  });
  expect(acs3Hash(example)).toBe('7ea06492da5221eba5297e897ce16e55f964061054b7695beedaac1145b1e259');
  expect(acs3Signature(example, 'YourAccessKeySecret')).toBe(
    '06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

test('percent-encodes all but the unreserved characters and sorts parameters by encoded name', () => {
  const headers = { host: 'h' };
  const query = new URLSearchParams("b=a+b*!'()~%25&B=%E7%AB%A0&a");
  const canonical = `POST\n/\nB=%E7%AB%A0&a=&b=a%20b%2A%21%27%28%29~%25\nhost:h\n\nhost\n${sha256('')}`;
  expect(acs3Hash({ method: 'POST', path: '/', query, headers, bodyHash: sha256('') })).toBe(sha256(canonical));
});
