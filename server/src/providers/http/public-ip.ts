import { BlockList, isIP } from 'node:net';

/** What is not the internet: this machine, networks inside, and what nobody routes. */
const inside = new BlockList();
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
for (const [net, bits] of v4) inside.addSubnet(net, bits, 'ipv4');

/** Of IPv6 only what is given out for the internet, without what carries an IPv4 address inside. */
const internet = new BlockList();
internet.addSubnet('2000::', 3, 'ipv6');
const disguised = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] satisfies [string, number][])
  disguised.addSubnet(net, bits, 'ipv6');

export function isPublicIp(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !inside.check(address, 'ipv4');
  return family === 6 && internet.check(address, 'ipv6') && !disguised.check(address, 'ipv6');
}
