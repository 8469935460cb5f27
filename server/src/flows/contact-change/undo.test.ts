import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { raiseSessions } from '../../../test/support/flows/raise-sessions.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { contactHelpers } from '../../../test/support/flows/test-contacts.ts';
import { authenticators } from '../../store/schema/factor-schema.ts';
import { importedPasswords } from '../../store/schema/import-schema.ts';
import { accounts, identities } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const db = services.database.sql;
const { sendAndVerify } = codeHelpers(services);
const { password, newMobile, newEmail, signedInPerson, change, undoHandleSentTo, undo, offer, isSignedIn } =
  contactHelpers(services, 13670000000);

describe('an undo', () => {
  test('restores the contact one millisecond before 72 hours are over, and not then', async () => {
    const [early, late] = [await signedInPerson(), await signedInPerson()];
    for (const { browser } of [early, late]) await change(browser, newEmail());
    const handles = [await undoHandleSentTo(early.email), await undoHandleSentTo(late.email)];
    services.moveClock(hours(72) - 1);
    expect(await undo(handles[0])).toMatchObject({ code: 0, data: null });
    expect((await early.contacts()).email).toBe(early.email);
    services.moveClock(1);
    expect(await offer(handles[1])).toMatchObject({ code: resultCodes.undoExpired });
    expect(await undo(handles[1])).toMatchObject({ code: resultCodes.undoExpired });
    expect((await late.contacts()).email).not.toBe(late.email);
  });

  test('works once, also when it is sent many times at once', async () => {
    const { browser, email, audited } = await signedInPerson();
    await change(browser, newEmail());
    const handle = await undoHandleSentTo(email);
    const answers = await concurrently(() => undo(handle));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect((await audited()).filter((type) => type === 'contactChangeUndone')).toHaveLength(1);
    expect(await undo(handle)).toMatchObject({ code: resultCodes.undoExpired });
  });

  test('says when it was done to a person who opens the link again, until 72 hours are over', async () => {
    const { browser, email } = await signedInPerson();
    await change(browser, newEmail());
    const handle = await undoHandleSentTo(email);
    const before = await offer(handle);
    expect(before).toMatchObject({ code: 0, data: { kind: 'email' } });
    expect(before.data).not.toHaveProperty('undoneAt');
    await undo(handle);
    const undoneAt = new Date(services.clock.now()).toISOString();
    services.moveClock(hours(1));
    expect(await offer(handle)).toMatchObject({ code: 0, data: { kind: 'email', undoneAt } });
    services.moveClock(hours(71));
    expect(await offer(handle)).toMatchObject({ code: resultCodes.undoExpired });
  });

  test('ends every session and trusted browser, and the password no longer signs in', async () => {
    const { browser, mobile, email, ouid } = await signedInPerson();
    const other = services.browser();
    await other.signIn(mobile, password);
    await change(browser, newEmail());
    await services.stores.trustedBrowsers.trust(ouid, { browserId: 'b', token: undefined, device: '' });
    await undo(await undoHandleSentTo(email));
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, false]);
    expect(await services.browser().signIn(email, password)).toMatchObject({ code: resultCodes.wrongCredentials });
    const data = await services.stores.personalData.read((await services.stores.accounts.findByOuid(ouid))!);
    expect(data.trustedBrowsers).toEqual([]);

    services.moveClock(minutes(1));
    const reset = services.browser();
    const serviceId = await sendAndVerify(reset, email, 'RETRIEVE');
    const newPassword = sha256Hex('Quiet-Harbour-7');
    expect(await reset.put('/v1/accounts/password', { serviceId, newPassword })).toMatchObject({ code: 0 });
    expect(await services.browser().signIn(email, 'Quiet-Harbour-7')).toMatchObject({ code: 0 });
  });

  test('also ends a password of another system, and what was linked or added since, or in the 72 hours before', async () => {
    const { browser, email, ouid } = await signedInPerson();
    const since = new Date(services.clock.now());
    const link = (subject: string, at: Date) =>
      db
        .insert(identities)
        .values({ id: `${subject}${ouid}`, account: ouid, provider: subject, subject: ouid, since: at });
    await link('earlier', new Date(since.getTime() - 1));
    await link('before', since);
    services.moveClock(hours(72));
    await browser.signIn(email, password);
    await raiseSessions(services, ouid);
    await change(browser, newEmail());
    await link('later', new Date(services.clock.now()));
    await db
      .insert(authenticators)
      .values({ account: ouid, encryptedSecret: 's', lastStep: 0, createdAt: new Date(services.clock.now()) });
    await db
      .insert(importedPasswords)
      .values({ account: ouid, hash: 'h', dummy: 'd', expiresAt: new Date(since.getTime() + hours(999)) });
    await undo(await undoHandleSentTo(email));
    expect((await services.stores.identities.listByAccount(ouid)).map(({ provider }) => provider)).toEqual(['earlier']);
    expect(await db.select().from(authenticators).where(eq(authenticators.account, ouid))).toEqual([]);
    expect(await db.select().from(importedPasswords).where(eq(importedPasswords.account, ouid))).toMatchObject([
      { hash: null },
    ]);
  });

  test('of the first change undoes the later ones of both kinds, whose own handles are void', async () => {
    const { browser, mobile, email, contacts } = await signedInPerson();
    const between = newEmail();
    await change(browser, between);
    await change(browser, newMobile());
    await change(browser, newEmail());
    const voided = await undoHandleSentTo(between);
    const handles = services.sandbox.outbox.sent(email).flatMap(({ text }) => /\/undo#([\w-]+)/.exec(text)?.[1] ?? []);
    expect(await undo(handles.at(-1))).toMatchObject({ code: 0 });
    expect(await contacts()).toEqual({ mobile, email });
    expect(await undo(voided)).toMatchObject({ code: resultCodes.undoExpired });
    expect(await contacts()).toEqual({ mobile, email });
  });

  test('tells the contact that it removes, without the device and the network of who undid it', async () => {
    const { browser, email, mobile } = await signedInPerson();
    const next = newEmail();
    await change(browser, next);
    await undo(await undoHandleSentTo(email));
    await services.backgroundTasks.settled();
    const newest = (address: string) => services.sandbox.outbox.sent(address)[0];
    for (const address of [email, next])
      expect(newest(address)).toMatchObject({ subject: 'Yunzhang: A change to your account was undone' });
    expect(newest(mobile)?.text).toContain('a change was undone');
    expect(newest(email)?.text).toMatch(/Device: .*\nNetwork: /);
    expect(newest(next)?.text).not.toMatch(/Device|Network/);
  });

  test('of a disabled account is refused, and succeeds once the account is enabled', async () => {
    const { browser, email, ouid, contacts } = await signedInPerson();
    const next = newEmail();
    await change(browser, next);
    const handle = await undoHandleSentTo(email);
    const disable = (disabledAt: Date | null) => db.update(accounts).set({ disabledAt }).where(eq(accounts.ouid, ouid));
    await disable(new Date(services.clock.now()));
    expect(await undo(handle)).toMatchObject({ code: resultCodes.accountDisabled });
    expect((await contacts()).email).toBe(next);
    await disable(null);
    expect(await undo(handle)).toMatchObject({ code: 0 });
    expect((await contacts()).email).toBe(email);
  });

  test('of an added number removes it, and the second factor that used it', async () => {
    const { browser, email, ouid, contacts } = await signedInPerson({ mobile: null });
    await change(browser, newMobile());
    await db.update(accounts).set({ secondFactor: true }).where(eq(accounts.ouid, ouid));
    expect(await undo(await undoHandleSentTo(email))).toMatchObject({ code: 0 });
    expect(await contacts()).toEqual({ mobile: null, email });
    expect(await services.stores.accounts.findByOuid(ouid)).toMatchObject({ secondFactor: false });
  });

  test('succeeds when an account is made with the address at the same moment', async () => {
    const { browser, email, contacts } = await signedInPerson();
    await change(browser, newEmail());
    const handle = await undoHandleSentTo(email);
    // The first update meets the new account. A sequence counts also what is rolled back.
    await db.execute(sql`create sequence updates`);
    await db.execute(sql`create function refuse_first() returns trigger language plpgsql as $$
      begin
        if nextval('updates') = 1 then raise exception using errcode = 'unique_violation'; end if;
        return new;
      end $$`);
    await db.execute(
      sql`create trigger refuse_first before update on accounts for each row execute function refuse_first()`,
    );
    expect(await undo(handle)).toMatchObject({ code: 0 });
    await db.execute(sql`drop function refuse_first cascade`);
    await db.execute(sql`drop sequence updates`);
    expect((await contacts()).email).toBe(email);
  });
});
