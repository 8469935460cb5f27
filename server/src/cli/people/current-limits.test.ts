import { seconds } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { peopleCommands } from '../../../test/support/flows/people-commands.ts';
import {
  passwordQuota,
  otherBrowsers,
  recipientQuota,
  wrongCodeQuota,
  wrongFactorQuota,
} from '../../parts/one-time-code/code-quotas.ts';
import { knownBrowsers } from '../../store/schema/browser-schema.ts';

const { people, json, inService, inStores } = await peopleCommands();
const mobile = '13650000001';
const browserId = 'a-known-browser';

interface Shown {
  limits: { limit: string; until: string | null; endedBy: string }[];
}
const limitsOf = async (person: string) => ((await json('show', person)) as Shown).limits;

/** Everything that can keep a person out is used up. */
async function limitedPerson() {
  return inService(async ({ addAccount, stores, config, clock, database }) => {
    const ouid = await addAccount({ mobile, email: 'limited@example.com' });
    const recipient = { kind: 'mobile', value: mobile } as const;
    await database.sql.insert(knownBrowsers).values({ account: ouid, browserId, lastSeenAt: new Date(clock.now()) });
    for (let n = 0; n < 5; n += 1) await stores.idSuffixAttempts.count(ouid);
    const attempt = { principal: mobile, account: ouid };
    for (let n = 0; n < 100; n += 1) await stores.passwordAttempts.count({ ...attempt, clientIp: `198.51.100.${n}` });
    for (let n = 0; n < 5; n += 1) {
      await stores.passwordAttempts.count({ ...attempt, clientIp: '203.0.113.1' });
      clock.move(seconds(10));
    }
    const { codes } = config.limits;
    for (const quota of [
      wrongCodeQuota(recipient, otherBrowsers, codes),
      recipientQuota(recipient, browserId, codes),
      wrongFactorQuota(ouid, 'totp', otherBrowsers, codes),
      passwordQuota(ouid, browserId, codes),
      passwordQuota(ouid, otherBrowsers, codes),
    ])
      while ((await stores.quotas.consume([quota])).is === 'consumed');
    return ouid;
  });
}

test('people show says what limits a person, until when and what ends it, and people unlock ends it', async () => {
  const other = await inService(({ addAccount }) => addAccount({ mobile: '13650000002' }));
  const ouid = await limitedPerson();
  const limits = await limitsOf(ouid);
  expect(limits.map(({ limit }) => limit)).toEqual([
    'wrongPasswords',
    'wrongPasswordsFromAnywhere',
    'wrongPasswordsOfBrowser',
    'wrongPasswordsAsProof',
    'wrongCodes',
    'wrongFactorCodes',
    'codesSent',
    'wrongIdNumbers',
  ]);
  for (const { until, endedBy } of limits) {
    expect(Date.parse(until!)).toBeGreaterThan(Date.now());
    expect(endedBy).toBe('people unlock');
  }
  const { stdout } = await people('show', ouid);
  expect(stdout).toMatch(/Limit +locked .* after wrong passwords, until 20\S+ {2}ended by people unlock\n/);
  expect(await limitsOf(other)).toEqual([]);

  await people('unlock', ouid);
  expect(await limitsOf(ouid)).toEqual([]);
});

test('people show says how a disabled account and one that is to be erased can be used again', async () => {
  const closesAt = new Date('2036-01-01');
  const ouid = await inService(({ addAccount }) => addAccount({ mobile: '13650000003', closesAt }));
  await inStores(({ accounts }) => accounts.disable(ouid));
  expect(await limitsOf(ouid)).toEqual([
    { limit: 'disabled', until: null, endedBy: 'people enable' },
    { limit: 'closing', until: closesAt.toISOString(), endedBy: 'the person, who signs in and keeps it' },
  ]);
});
