import { atMost } from '../../results.ts';
import { hours } from '@foyer/contract/time';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { type Browser, createBrowser } from '../browser.ts';
import { newMobile, peopleOf } from '../people/people.ts';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';

const concurrency = 16;
/** The requests to one number are spread over this time, and in each hour over six moments. */
const spreadHours = 10;
const moments = 6;
const bars = { perHour: 5, perDay: 10, perIp: 20, perNetwork: 100 };

/**
 * Requests text messages: many to one number, each from another network, and one to each of many numbers from one network.
 * Every request has a solved puzzle. Counts the messages that arrive.
 */
export async function measureSends(
  installation: Installation,
  { sends, sweep }: Numbers,
  print: (line: string) => void,
) {
  const { passHumanCheck, messagesTo, moveClocks } = peopleOf(installation);
  const mobile = newMobile();
  const perHour: number[] = [];
  for (let n = 0; n < spreadHours; n++) {
    const before = (await messagesTo(mobile)).length;
    for (let moment = 0; moment < moments; moment++) {
      await many(Math.ceil(sends / spreadHours / moments), () => request(createBrowser(installation), mobile));
      await moveClocks(hours(1) / moments);
    }
    perHour.push((await messagesTo(mobile)).length - before);
  }
  print(`${sends} requests to one number`);
  const inAll = perHour.reduce((sum, count) => sum + count, 0);

  const fromOneIpv6 = await sweepOf(
    (n) => `2001:db8:1:2:${(n * 7919 + 1).toString(16).padStart(5, '1').slice(-4)}::${n.toString(16)}`,
  );
  const fromOneNetwork = await sweepOf((n) => `198.51.100.${(n % 254) + 1}`);
  print(`${2 * sweep} requests to as many numbers from two networks`);

  return {
    rows: [
      atMost(
        `messages to one number in an hour, of ${Math.ceil(sends / spreadHours)} requests`,
        bars.perHour,
        Math.max(...perHour),
      ),
      atMost(`messages to one number in a day, of ${sends} requests`, bars.perDay, inAll),
      atMost(`messages of an hour from one IPv6 network (/64), to ${sweep} numbers`, bars.perIp, fromOneIpv6),
      atMost(`messages of an hour from one IPv4 network (/24), to ${sweep} numbers`, bars.perNetwork, fromOneNetwork),
      // Without a message at all, the other rows would say nothing.
      {
        number: 'messages that an ordinary request gets',
        bar: '≥ 1',
        result: `${Math.min(perHour[0]!, fromOneIpv6, fromOneNetwork)}`,
        isMet: Math.min(perHour[0]!, fromOneIpv6, fromOneNetwork) > 0,
      },
    ],
    raw: { sends: { perHour, fromOneIpv6, fromOneNetwork } },
  };

  async function request(browser: Browser, principal: string) {
    const auth = await passHumanCheck(browser);
    return browser.call(sendCodeToMobile, { bizType: 'REGISTER_LOGIN', principal, auth });
  }

  async function sweepOf(ipOf: (n: number) => string) {
    await moveClocks(hours(24));
    const numbers: string[] = [];
    await many(sweep, async (n) => {
      const number = newMobile();
      numbers.push(number);
      await request(createBrowser(installation, { ip: ipOf(n) }), number);
    });
    let arrived = 0;
    for (const number of numbers) arrived += (await messagesTo(number)).length;
    return arrived;
  }
}

/** Does something many times, some at once. */
async function many(count: number, act: (n: number) => Promise<unknown>) {
  let started = 0;
  const work = async () => {
    while (started < count) await act(started++);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
