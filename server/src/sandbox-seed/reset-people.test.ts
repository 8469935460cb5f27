import { people } from '@foyer/sandbox/people';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../test/support/test-app.ts';
import { accounts, identities } from '../store/schema/schema.ts';
import { resetPeople } from './reset-people.ts';
import { seedPeople } from './seed-people.ts';

const services = await testAppForFile();
const { sql } = services.database;
const password = 'Foyer-2026';
const [alice, carol] = [people[0]!, people[2]!];

test('a reset brings everyone back: passwords, links, sessions and limits; other accounts stay', async () => {
  await seedPeople(services, people, services.sandbox.apps);
  const seededLinks = await sql.select().from(identities);
  const browser = services.browser();
  await browser.signIn(alice.mobile!, password);
  await sql.update(accounts).set({ passwordHash: null, email: null }).where(eq(accounts.mobile, alice.mobile!));
  await services.addAccount({ mobile: carol.mobile! });
  await sql.delete(identities);
  const stranger = await services.addAccount({ mobile: '15800000001', password });
  await services.stores.identities.link(stranger, [
    { provider: 'wechat.unionid', subject: carol.appAccounts!.wechat.unionid },
  ]);
  for (let tries = 0; tries < 5; tries += 1) await browser.signIn('13800138001', 'wrong');
  expect(await browser.signIn('13800138001', password)).not.toMatchObject({ code: 0 });

  await resetPeople(services, people, services.sandbox);

  expect(await browser.get('/user/accounts/current')).not.toMatchObject({ code: 0 });
  expect(await browser.signIn(alice.email!, password)).toMatchObject({ code: 0 });
  expect(await browser.signIn('13800138001', password)).toMatchObject({ code: 0 });
  expect(await services.stores.accounts.find({ kind: 'mobile', value: carol.mobile! })).toBeUndefined();
  const links = await sql.select().from(identities);
  expect(links.filter(({ provider }) => !/^(sso|wecom)\./.test(provider))).toHaveLength(seededLinks.length);
  expect(links.some(({ account }) => account === stranger)).toBe(false);
  expect(await services.browser().signIn('15800000001', password)).toMatchObject({ code: 0 });
});

test('nothing is reset without the sandbox', async () => {
  const production = { ...services, config: { ...services.config, sandbox: false } };
  await expect(resetPeople(production, people, services.sandbox)).rejects.toThrow('Only the sandbox');
  expect(await services.browser().signIn('15800000001', password)).toMatchObject({ code: 0 });
});
