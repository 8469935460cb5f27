import { hours } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { peopleCommands, sameBrowser } from '../../../test/support/flows/people-commands.ts';
import { testMailServer } from '../../../test/support/flows/test-mail.ts';
import type { TestApp } from '../../../test/support/test-app.ts';
import { makeDueContactChanges } from '../../parts/contact-change/make-due-contact-changes.ts';
import { testCli } from '../../../test/support/test-cli.ts';

const messages = await testMailServer();
const { people, json, addAccount, inService, inStores, auditOf, database } = await peopleCommands({
  ...messages.env,
  ...messages.smsEnv,
});
const password = 'Foyer-2026';
const reason = ['--reason', 'asked at the counter, with passport', '--by', 'mei'];
const now = [...reason, '--now', '--approved-by', 'lin'];

let numbers = 13660000000;
const newMobile = () => String((numbers += 1));
async function newPerson() {
  const mobile = newMobile();
  const email = `p${mobile}@example.com`;
  const ouid = await addAccount({ mobile, email, language: 'en-US' });
  return { mobile, email, ouid };
}
const contactsOf = (ouid: string) =>
  inStores(async ({ accounts }) => {
    const account = await accounts.findByOuid(ouid);
    return [account?.mobile, account?.email];
  });
const typesOf = async (ouid: string) => (await auditOf(ouid)).map(({ type }) => type);
/** What a running service does once the time is over. */
const later = (time: number, work?: (services: TestApp) => Promise<void>) =>
  inService(async (services) => {
    await work?.(services);
    services.moveClock(time);
    await makeDueContactChanges(services);
  });
const linkIn = (text: string | undefined) => /\/undo#([\w-]+)/.exec(text ?? '')?.[1];

describe('people set-mobile', () => {
  test('tells every contact first, with a link that stops it, and changes nothing for 72 hours [AC-32c]', async () => {
    const { mobile, email, ouid } = await newPerson();
    const next = newMobile();
    const result = (await json('set-mobile', email, next, ...reason)) as { dueAt: string };
    expect(result).toEqual({
      account: ouid,
      kind: 'mobile',
      changed: false,
      dueAt: expect.any(String),
      notices: [
        { by: 'email', result: 'accepted' },
        { by: 'mobile', result: 'accepted' },
      ],
    });
    const left = Date.parse(result.dueAt) - Date.now();
    expect(left).toBeGreaterThan(hours(71));
    expect(left).toBeLessThan(hours(73));
    expect(await contactsOf(ouid)).toEqual([mobile, email]);

    const [mail, sms] = [messages.sentTo(email)[0], messages.sentTo(mobile)[0]];
    expect(mail).toMatchObject({ subject: 'Yunzhang: Our staff was asked to change your mobile number' });
    expect(mail?.text).toContain('Stop this change');
    expect(linkIn(mail?.text)).toMatch(/^[\w-]{22}$/);
    expect(linkIn(sms?.text)).toBe(linkIn(mail?.text));
    expect(messages.sentTo(next)).toEqual([]);
    expect((await auditOf(ouid))[0]).toMatchObject({
      type: 'contactChangeAsked',
      actor: 'operator',
      details: {
        command: 'people set-mobile',
        by: 'mei (ops)',
        kind: 'mobile',
        after: expect.stringContaining('*'),
        reason: 'asked at the counter, with passport',
      },
    });

    await later(hours(71));
    expect(await contactsOf(ouid)).toEqual([mobile, email]);
    await later(hours(73));
    expect(await contactsOf(ouid)).toEqual([next, email]);
    expect(await typesOf(ouid)).toEqual(['mobileChanged', 'contactChangeAsked']);
  });

  test('is stopped by the link: the number stays', async () => {
    const { mobile, email, ouid } = await newPerson();
    await json('set-mobile', email, newMobile(), ...reason);
    const undoHandle = linkIn(messages.sentTo(mobile)[0]?.text);
    await later(hours(100), async (services) => {
      expect(await services.browser().post('/user/accounts/contacts/undo', { undoHandle })).toMatchObject({ code: 0 });
    });
    expect(await contactsOf(ouid)).toEqual([mobile, email]);
    expect(await typesOf(ouid)).toEqual(['contactChangeStopped', 'contactChangeAsked']);
    expect(((await json('show', ouid)) as { waiting: unknown[] }).waiting).toEqual([]);
  });

  test('waits visibly, once, and can be withdrawn', async () => {
    const { mobile, email, ouid } = await newPerson();
    await json('set-mobile', email, newMobile(), ...reason);
    expect(await people('set-mobile', email, newMobile(), ...reason)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('waits already: people show says which, people stop-change ends it'),
    });
    expect(await json('show', ouid)).toMatchObject({
      waiting: [{ kind: 'mobile', after: expect.stringContaining('*'), reason: 'asked at the counter, with passport' }],
    });
    expect((await people('show', ouid)).stdout).toMatch(
      /Waiting +mobile number to \S*\*\S* on 20\S+ {2}asked by mei \(ops\): asked at/,
    );
    expect(await json('stop-change', email, '--by', 'lin')).toMatchObject({ account: ouid, stopped: ['mobile'] });
    expect(await people('stop-change', email)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^No change of/),
    });
    expect(messages.sentTo(mobile)[0]?.text).toContain('will not be made');
    expect(messages.sentTo(email)[0]?.text).toContain('Our staff stopped it.');
    await later(hours(100));
    expect(await contactsOf(ouid)).toEqual([mobile, email]);
    await json('set-mobile', email, newMobile(), ...reason);
    expect((await people('stop-change', email)).stdout).toMatch(/waited: mobile\.\nNotices to the person: /);
  });

  test('changes nothing where the person could not be told', async () => {
    const { mobile, email, ouid } = await newPerson();
    const away = testCli({ ...database, env: { ...database.env, SMTP_URL: 'smtp://127.0.0.1:1' } });
    const refused = await away('people', 'set-mobile', email, newMobile(), ...reason);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing will change') });
    await later(hours(100));
    expect(await contactsOf(ouid)).toEqual([mobile, email]);
    expect((await typesOf(ouid))[0]).toBe('contactChangeStopped');
  });
});

describe('--now', () => {
  test('sends no link that undoes it, and nothing to the number, where that belongs to someone else', async () => {
    const [mobile, email] = [newMobile(), `r${numbers}@example.com`];
    const ouid = await inService((services) => services.addAccount({ mobile, email, password }));
    expect(await json('remove-mobile', mobile, ...now, '--reassigned')).toMatchObject({
      changed: true,
      notices: [{ by: 'email' }],
    });
    expect(await contactsOf(ouid)).toEqual([null, email]);
    expect(messages.sentTo(mobile)).toEqual([]);
    const [mail] = messages.sentTo(email);
    expect(mail?.text).toContain('手机号');
    expect(mail?.text).not.toContain('/undo');
  });

  test('sends nothing to a number of someone else also where the owner first gets an address', async () => {
    const [mobile, email] = [newMobile(), `r${numbers}@example.com`];
    const ouid = await inService((services) => services.addAccount({ mobile, password }));
    expect(await json('set-email', mobile, email, ...now, '--reassigned')).toMatchObject({
      changed: true,
      notices: [],
    });
    expect(await json('remove-mobile', mobile, ...now, '--reassigned')).toMatchObject({ notices: [{ by: 'email' }] });
    expect(await contactsOf(ouid)).toEqual([null, email]);
    expect(messages.sentTo(mobile)).toEqual([]);
  });

  test('changes it at once, ends pending sign-ins, keeps sessions, and can be undone by the earlier contacts', async () => {
    const { mobile, email, ouid, browser, pending } = await inService(async (services) => {
      const person = { mobile: newMobile(), email: `n${numbers}@example.com` };
      const account = await services.addAccount({ ...person, password, language: 'en-US' });
      const signedIn = services.browser();
      await signedIn.signIn(person.email, password);
      await services.stores.accounts.setSecondFactor(account, true);
      const second = services.browser();
      const { data } = await second.signIn(person.email, password);
      return {
        ...person,
        ouid: account,
        browser: signedIn,
        pending: { jar: second.jar, handle: data['preServiceId'] },
      };
    });
    const next = newMobile();
    await json('set-mobile', email, newMobile(), ...reason);
    expect(await json('set-mobile', email, next, ...now)).toMatchObject({ changed: true, dueAt: null });
    expect(await contactsOf(ouid)).toEqual([next, email]);
    expect(await json('show', ouid)).toMatchObject({ waiting: [] });
    expect((await auditOf(ouid))[0]).toMatchObject({
      type: 'mobileChanged',
      actor: 'operator',
      details: { command: 'people set-mobile --now', approvedBy: 'lin', reason: 'asked at the counter, with passport' },
    });
    expect(linkIn(messages.sentTo(mobile)[0]?.text)).toBe(linkIn(messages.sentTo(email)[0]?.text));
    await inService(async (services) => {
      expect((await sameBrowser(services, browser).get('/user/accounts/me')).code).toBe(0);
      const waiting = sameBrowser(services, pending);
      const body = { preServiceId: pending.handle, bizType: 'LOGIN_DOUBLE_CHECK' };
      expect((await waiting.post('/sender/mobile/v3', body)).code).not.toBe(0);
      expect((await services.stores.accounts.findByOuid(ouid))?.newFactors).toHaveProperty('sms');
      const undoHandle = linkIn(messages.sentTo(mobile)[0]?.text);
      expect(await services.browser().post('/user/accounts/contacts/undo', { undoHandle })).toMatchObject({ code: 0 });
    });
    expect(await contactsOf(ouid)).toEqual([mobile, email]);
  });

  test.each([
    ['without another operator', ['--now'], '--now needs a second operator'],
    ['for a number of someone else without --now', ['--reassigned'], '--reassigned is for --now'],
    ['for an approval without --now', ['--approved-by', 'lin'], '--now needs a second operator'],
    ['when the approver runs it', ['--now', '--approved-by', ' Mei'], 'another operator must approve'],
    ['when the approver is the user of the operating system', ['--now', '--approved-by', 'ROOT'], 'another operator'],
  ])('is refused %s', async (_, options, problem) => {
    const { mobile, email, ouid } = await newPerson();
    const asRoot = testCli({ ...database, env: { ...database.env, SUDO_USER: 'root' } });
    const refused = await asRoot('people', 'set-mobile', email, newMobile(), ...reason, ...options);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(problem) });
    expect(await contactsOf(ouid)).toEqual([mobile, email]);
  });
});

test('people set-email and remove-mobile change the other contact and remove one', async () => {
  const { mobile, email, ouid } = await newPerson();
  expect(await json('set-email', mobile, 'Next@Example.com', ...now)).toMatchObject({ changed: true });
  expect(await contactsOf(ouid)).toEqual([mobile, 'next@example.com']);
  expect(await json('remove-mobile', ouid, ...reason)).toMatchObject({ changed: false });
  await later(hours(73));
  expect(await contactsOf(ouid)).toEqual([null, 'next@example.com']);
  expect(messages.sentTo(email)[0]).toMatchObject({ subject: 'Yunzhang: Your email address was changed' });
});

test('the last contact, the last way in and the number of the second factor are not removed', async () => {
  const email = 'only@example.com';
  const ouid = await addAccount({ email });
  const both = await newPerson();
  await inStores(({ accounts }) => accounts.setSecondFactor(both.ouid, true));
  const withoutMail = testCli({ ...database, env: { ...database.env, SMTP_URL: '', SANDBOX: 'off' } });
  const [single] = [await newPerson()];
  for (const wait of [reason, now]) {
    expect(await people('remove-email', ouid, ...wait)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is the only contact of the account'),
    });
    expect(await people('remove-mobile', both.ouid, ...wait)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('see people reset-second-factor'),
    });
    expect(await withoutMail('people', 'remove-mobile', single.ouid, ...wait)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is the only way into the account'),
    });
  }
  expect(await contactsOf(ouid)).toEqual([null, email]);
  expect(await contactsOf(both.ouid)).toEqual([both.mobile, both.email]);
  expect(await contactsOf(single.ouid)).toEqual([single.mobile, single.email]);
  expect([...(await typesOf(ouid)), ...(await typesOf(both.ouid)), ...(await typesOf(single.ouid))]).toEqual([]);
});

test.each([
  ['a number of another account', async () => (await newPerson()).mobile, 'belongs to another account'],
  ['what is no number', async () => 'x@example.com', 'this is no mobile number'],
])('people set-mobile refuses %s', async (_, value, problem) => {
  const { mobile, email, ouid } = await newPerson();
  const refused = await people('set-mobile', ouid, await value(), ...reason);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(problem) });
  expect(await contactsOf(ouid)).toEqual([mobile, email]);
  expect([...messages.sentTo(email), ...messages.sentTo(mobile)]).toEqual([]);
});

test('a reason must be given', async () => {
  const { email } = await newPerson();
  expect(await people('set-mobile', email, newMobile(), '--by', 'mei')).toMatchObject({ code: 2 });
  expect(await people('set-mobile', email, newMobile(), '--reason', ' ')).toMatchObject({ code: 2 });
});
