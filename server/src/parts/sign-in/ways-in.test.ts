import { resultCodes } from '@foyer/contract/result-codes';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../platform/sha256.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { raiseSessions } from '../../../test/support/flows/raise-sessions.ts';
import { storeSession } from '../../../test/support/flows/store-session.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';
import { accounts, identities } from '../../store/schema/schema.ts';
import { waysIn } from './ways-in.ts';

// Codes can be sent by e-mail alone, so that a mobile number is no way in.
const wechat = { WECHAT_APP_ID: 'wx1', WECHAT_SECRET: 'a-secret', WECHAT_TOKEN: 'token' };
const services = await testAppForFile({
  env: { SANDBOX: 'off', SMTP_URL: 'smtp://127.0.0.1:9', SSO: 'on', ...wechat },
});
const company = { kind: 'oidc' as const, settings: {}, mailDomains: [], emailOnly: false, createdAt: new Date(0) };
await services.stores.companies.put({ ...company, slug: 'acme', enabled: true });
await services.stores.companies.put({ ...company, slug: 'disabled', enabled: false });
const db = services.database.sql;
const { storePasskey } = passkeyHelpers(services);

let numbers = 13410000000;
/** A person who is signed in to an account that has a mobile number and nothing else. */
async function signedInPerson() {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile });
  const browser = services.browser();
  browser.jar.set('foyer_session', await storeSession(services, ouid, 'wechat'));
  await raiseSessions(services, ouid);
  return { ouid, browser };
}
type Person = Awaited<ReturnType<typeof signedInPerson>>;

/** Gives the account a way in, and returns the call that removes it, if there is one. */
const ways = {
  async password({ ouid }: Person) {
    const slot = services.passwords.reserveSlot()!;
    const passwordHash = await slot.hash(sha256Hex('Foyer-2026')).finally(slot.release);
    await db.update(accounts).set({ passwordHash }).where(eq(accounts.ouid, ouid));
    return undefined;
  },
  async email({ ouid, browser }: Person) {
    await db
      .update(accounts)
      .set({ email: `${ouid.toLowerCase()}@example.com` })
      .where(eq(accounts.ouid, ouid));
    return () => browser.post('/user/accounts/contacts/email/remove');
  },
  async passkey({ ouid, browser }: Person) {
    await storePasskey(ouid);
    const [passkey] = await services.stores.passkeys.listByAccount(ouid);
    return () => browser.post(`/user/accounts/passkeys/${passkey!.id}/remove`);
  },
  async wechat(person: Person) {
    return linkTo(person, 'wechat');
  },
  async 'sso.acme'(person: Person) {
    return linkTo(person, 'sso.acme');
  },
};
type Way = keyof typeof ways;
const names = Object.keys(ways) as Way[];

async function linkTo({ ouid, browser }: Person, provider: string) {
  const id = `${provider}-${ouid}`;
  const since = new Date(services.clock.now());
  await db.insert(identities).values({ id, account: ouid, provider, subject: ouid, since });
  return () => browser.post(`/user/accounts/identities/${id}/unlink`);
}

test.each(['dingtalk', 'sso.disabled', 'sso.unknown', 'wecom.ww1'])(
  'a linked identity of %s, which cannot be used here, is no way in',
  async (provider) => {
    const person = await signedInPerson();
    await linkTo(person, provider);
    const remove = await ways.wechat(person);
    expect(await waysIn(services, person.ouid)).toEqual(['wechat']);
    expect(await remove()).toMatchObject({ code: resultCodes.lastWayIn });
  },
);

const removable = names.filter((name) => name !== 'password');

describe.each(removable)('%s', (removed) => {
  test('stays where it is the last way in, and nothing is recorded', async () => {
    const person = await signedInPerson();
    const remove = await ways[removed](person);
    expect(await remove?.()).toMatchObject({ code: resultCodes.lastWayIn });
    expect(await waysIn(services, person.ouid)).toEqual([removed]);
    expect(await services.stores.audit.listByAccount(person.ouid)).toEqual([]);
  });

  test.each(names.filter((name) => name !== removed))('is removed where %s is left', async (left) => {
    const person = await signedInPerson();
    const remove = await ways[removed](person);
    await ways[left](person);
    expect(new Set(await waysIn(services, person.ouid))).toEqual(new Set([removed, left]));
    expect(await remove?.()).toMatchObject({ code: 0 });
    expect(await waysIn(services, person.ouid)).toEqual([left]);
  });
});
