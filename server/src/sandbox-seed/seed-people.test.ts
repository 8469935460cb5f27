import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { people } from '@foyer/sandbox/people';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../test/support/test-app.ts';
import { passkeyHelpers } from '../../test/support/flows/test-passkeys.ts';
import { userHandleOf } from '../parts/passkey/user-handle.ts';
import { seedPeople } from './seed-people.ts';
import { accounts, identities } from '../store/schema/schema.ts';

const services = await testAppForFile();

test('each of the sandbox’s people can sign in as the panel says, however often it starts', async () => {
  await seedPeople(services, people, services.sandbox.apps);
  await seedPeople(services, people, services.sandbox.apps);
  const rows = await services.database.sql.select().from(accounts);
  expect(rows).toHaveLength(people.filter(({ hasAccount }) => hasAccount).length);
  const links = await services.database.sql.select().from(identities);
  const offered = (app: string) => services.config.page.methods.scan.some((one) => one === app);
  expect(links).toHaveLength(people.flatMap(({ linkedApps = [] }) => linkedApps.filter(offered)).length);

  for (const person of people) {
    const answer = await services.browser().signIn(person.mobile ?? person.email!, person.password ?? 'Foyer-2026');
    const expected = person.disabled
      ? 10000013
      : person.invitedWithId
        ? 10000031
        : person.hasAccount && person.password
          ? 0
          : 10000010;
    expect([person.id, answer.code]).toEqual([person.id, expected]);
    if (expected !== 0) continue;
    expect(answer.data).toMatchObject({
      loginDoubleCheck: person.secondFactor ?? false,
      needAgreement: person.notAgreed ?? false,
    });
  }
});

test('only the apps that SCAN_APPS names are there, and linked', async () => {
  const few = await testAppForFile({ env: { SCAN_APPS: 'wechat' } });
  await seedPeople(few, people, few.sandbox.apps);
  expect(Object.keys(few.sandbox.apps)).toEqual(['wechat']);
  const open = Object.entries(few.scanApps).filter(([, client]) => client);
  expect(open.map(([app]) => app)).toEqual(['wechat']);
  const linked = (await few.database.sql.select().from(identities)).map(({ provider }) => provider.split('.')[0]);
  expect(new Set(linked)).toEqual(new Set(['wechat']));
  const { status } = await few.browser().get('/login/oauth/request/ALIPAY_MINI?fingerprint=f');
  expect(status).toBe(404);
});

test('whatever people changed stays so over a restart', async () => {
  const [alice] = people;
  await seedPeople(services, people, services.sandbox.apps);
  await services.database.sql.update(accounts).set({ name: 'Changed' });
  await seedPeople(services, people, services.sandbox.apps);
  const rows = await services.database.sql.select().from(accounts);
  expect(rows.every(({ name }) => name === 'Changed')).toBe(true);
  expect(rows.some(({ mobile }) => mobile === alice!.mobile)).toBe(true);
});

test('the passkey of a person signs in, also with an authenticator that was started again', async () => {
  await seedPeople(services, people, services.sandbox.apps);
  const { passkey, mobile } = people.find(({ id }) => id === 'mia')!;
  const { ouid } = (await services.stores.accounts.find({ kind: 'mobile', value: mobile! }))!;
  const user = { id: userHandleOf(ouid), name: mobile!, displayName: 'Mia' };
  const signIn = () => {
    const authenticator = createSoftwareAuthenticator({ counts: false });
    authenticator.keep(passkey!, services.config.passkeys!.rpId, user);
    return passkeyHelpers(services).signInWithPasskey(services.browser(), authenticator);
  };
  expect(await signIn()).toMatchObject({ code: 0, data: { ouid } });
  expect(await signIn()).toMatchObject({ code: 0, data: { ouid } });
});
