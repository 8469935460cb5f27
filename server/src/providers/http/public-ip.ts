import { BlockList, isIP } from 'node:net';

/** This machine, private networks and ranges that are not routed. */
const notPublic = new BlockList();
const v4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
for (const [net, bits] of v4) notPublic.addSubnet(net, bits, 'ipv4');

/** Of IPv6 only the globally assigned range, without the ranges that embed an IPv4 address. */
const globalRange = new BlockList();
globalRange.addSubnet('2000::', 3, 'ipv6');
const embedsIpv4 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] satisfies [string, number][])
  embedsIpv4.addSubnet(net, bits, 'ipv6');

export function isPublicIp(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !notPublic.check(ip, 'ipv4');
  return family === 6 && globalRange.check(ip, 'ipv6') && !embedsIpv4.check(ip, 'ipv6');
}
