import { expect, test } from 'vitest';
import { parseClientIp } from './client-ip.ts';

test.each([
  ['203.0.113.9', '203.0.113.9', '203.0.113.*'],
  ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.*'],
  ['::ffff:cb00:7109', '203.0.113.9', '203.0.113.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:*'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1:*'],
  ['2001:db8::9', '2001:db8:0:0::/64', '2001:db8:0:*'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:*'],
  ['::1', '0:0:0:0::/64', '0:0:0:*'],
])('counts %s as %s and shows it as %s [AC-68]', (address, key, masked) => {
  expect(parseClientIp(address)).toEqual({ key, masked });
});
