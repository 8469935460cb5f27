import { code as limits } from '@foyer/contract/limits';
import { hours } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { verifiedCode } from './codes.ts';

const services = await testAppForFile();
const { codes } = services.stores;

/** The statement decides alone here: its callers look at some of this before. */
describe('a verified code, found by where it was sent,', () => {
  const code = '123456';
  let numbers = 15810000000;

  async function sentCode() {
    const serviceId = `sent-${(numbers += 1)}`;
    const recipient = { kind: 'mobile', value: String(numbers) } as const;
    const previousHandle = `undo-${numbers}`;
    await codes.add({
      serviceId,
      code,
      bizType: 'UNDO_CONTACT',
      recipient,
      browserId: 'b',
      account: undefined,
      previousHandle,
    });
    const lookup = { serviceId, browserId: 'b', bizTypes: ['UNDO_CONTACT'] } as const;
    const quota = { key: `wrong-${serviceId}`, limits: [{ max: 10, window: hours(1) }] };
    const verify = () => codes.compare(lookup, code, quota, hours(1));
    type Taken = Parameters<typeof codes.useVerifiedAt>;
    const spend = (to: Taken[0] = recipient, by: Partial<Taken[1]> = {}, handle: Taken[2] = previousHandle) =>
      codes.useVerifiedAt(to, { ...lookup, ...by }, handle);
    return { recipient, verify, spend };
  }
  type Sent = Awaited<ReturnType<typeof sentCode>>;

  const notUsed: Record<string, (sent: Sent) => Promise<boolean>> = {
    'at another number': ({ spend }) => spend({ kind: 'mobile', value: '15899999999' }),
    'as an address of the same text': ({ spend, recipient: { value } }) => spend({ kind: 'email', value }),
    'in another browser': ({ spend }) => spend(undefined, { browserId: 'c' }),
    'for another purpose': ({ spend }) => spend(undefined, { bizTypes: ['CHANGE_CONTACT'] }),
    'with another handle': ({ spend }) => spend(undefined, undefined, 'undo-another'),
    'from the moment of its expiry on': ({ spend }) => {
      services.moveClock(verifiedCode.lifetime);
      return spend();
    },
  };
  test.each(Object.entries(notUsed))('is not used %s', async (_, spendOther) => {
    const sent = await sentCode();
    await sent.verify();
    expect(await spendOther(sent)).toBe(false);
  });

  test('is not used before it is verified', async () => {
    const { spend } = await sentCode();
    services.moveClock(limits.lifetime - 1);
    expect(await spend()).toBe(false);
  });

  test('is used once, until it expires', async () => {
    const { verify, spend } = await sentCode();
    await verify();
    services.moveClock(verifiedCode.lifetime - 1);
    expect([await spend(), await spend()]).toEqual([true, false]);
  });
});
