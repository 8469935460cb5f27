import { describe, expect, test } from 'vitest';
import { isPublicIp } from './public-ip.ts';

describe('an IP address', () => {
  test.each(['8.8.8.8', '114.114.114.114', '172.32.0.1', '2400:3200::1', '2606:4700:4700::1111'])(
    '%s is public',
    (ip) => expect(isPublicIp(ip)).toBe(true),
  );

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fd00::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::1',
    'localhost',
    '',
  ])('"%s" is not public', (ip) => expect(isPublicIp(ip)).toBe(false));
});
