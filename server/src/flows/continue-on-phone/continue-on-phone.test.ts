import { handoff as limits } from '@foyer/contract/limits';
import { sharedComputerCookie, sharedComputerValue } from '@foyer/contract/pages/shared-computer';
import { resultCodes } from '@foyer/contract/result-codes';
import { days, minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditTypesOf } from '../../../test/support/flows/audit-types.ts';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { handoffHelpers } from '../../../test/support/flows/test-handoffs.ts';
import { signInWalks } from '../../../test/support/flows/sign-in-walks.ts';
import { accounts, handoffs, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({
  env: { ...codeTestSettings, COUNTRY_HEADER: 'X-Country', TRUSTED_PROXIES: '10.0.0.1', SCAN_POLLS_PER_MINUTE: '60' },
});
const db = services.database.sql;
const { start, poll, ask, answer, asked } = handoffHelpers(services);
const { newPerson, byPassword, addSms } = signInWalks(services, 13780000000);
type Person = Awaited<ReturnType<typeof newPerson>>;
type Browser = ReturnType<typeof services.browser>;

const done = { code: 0 };
/** The link is opened, and waits for a sign-in on the phone. */
const signInFirst = { code: 0, data: null };
const expired = { code: resultCodes.authorisationExpired };
const tooMany = { code: resultCodes.tooManyRequests };
const notSignedIn = { code: resultCodes.notSignedIn };
const computerOptions = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const me = (browser: Browser) => browser.get('/user/accounts/me');
const sessionsOf = ({ ouid }: Person) => db.select().from(sessions).where(eq(sessions.account, ouid));
const otherNumber = (number: number) => (number === limits.firstNumber ? number + 1 : number - 1);

/** The person has signed in on the phone by a password, and the computer shows the number. */
const askedBy = (person: Person, options: Parameters<typeof asked>[1] = {}) =>
  asked((phone) => byPassword(person, phone), options);

async function confirmedBy(person: Person, options: Parameters<typeof asked>[1] = {}) {
  const shown = await askedBy(person, options);
  expect(await answer(shown.phone, shown.ticket, { number: shown.number })).toMatchObject({
    data: { result: 'confirmed' },
  });
  return shown;
}

describe('the computer', () => {
  test('is signed in once the number that it shows was typed on the phone, as a sign-in of its own', async () => {
    const person = await newPerson();
    const computer = services.browser(computerOptions);
    const { phone, handoffId } = await confirmedBy(person, { computer, more: { redirectUrl: '/account#devices' } });
    expect(await me(computer)).toMatchObject(notSignedIn);
    expect(await poll(computer, handoffId)).toMatchObject({
      ...done,
      data: {
        ouid: person.ouid,
        loginDoubleCheck: false,
        needAgreement: false,
        url: expect.stringMatching(/\/account#devices$/),
      },
    });
    expect((await me(phone)).data['sessions']).toMatchObject([
      { current: true, way: 'password' },
      { current: false, way: 'phone', factors: ['password'], device: 'Firefox · Linux' },
    ]);
    expect(await auditTypesOf(services, person.ouid)).toEqual(['signIn', 'signIn']);
    await services.backgroundTasks.settled();
    expect(services.lines.filter((line) => line.includes('newDevice') && line.includes(person.ouid))).toHaveLength(1);
  });

  test('shows a number only after the phone has signed in, and then always the same', async () => {
    const person = await newPerson();
    const [computer, phone] = [services.browser(), services.browser()];
    const { handoffId, token } = await start(computer);
    expect(await poll(computer, handoffId)).toMatchObject({ code: 400, data: { opened: false } });
    await ask(phone, token);
    const { data: opened } = await poll(computer, handoffId);
    expect(opened).toEqual({ opened: true });
    services.moveClock(1);
    await byPassword(person, phone);
    await ask(phone);
    const { data: shown } = await poll(computer, handoffId);
    expect(shown['number']).toBeGreaterThanOrEqual(limits.firstNumber);
    expect(shown['number']).toBeLessThanOrEqual(limits.lastNumber);
    await ask(phone);
    expect((await poll(computer, handoffId)).data).toEqual(shown);
  });

  test('gets nothing with the handle of another browser, and that browser nothing without its cookie', async () => {
    const { handoffId, computer } = await confirmedBy(await newPerson());
    expect(await poll(services.browser(), handoffId)).toMatchObject(expired);
    const thief = services.browser();
    await start(thief);
    expect(await poll(thief, handoffId)).toMatchObject(expired);
    expect(await poll(computer, handoffId)).toMatchObject(done);
  });

  test('gets one session from polls at once, and none from a later one', async () => {
    const person = await newPerson();
    const { computer, handoffId } = await confirmedBy(person);
    const polls = await concurrently(() => poll(computer, handoffId));
    expect(polls.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await poll(computer, handoffId)).toMatchObject(expired);
    expect(await sessionsOf(person)).toHaveLength(2);
  });

  test('gets none for a link that it has replaced', async () => {
    const person = await newPerson();
    const { computer, handoffId, phone, ticket, number } = await askedBy(person);
    await start(computer, { replaces: handoffId });
    expect(await answer(phone, ticket, { number })).toMatchObject(expired);
    expect(await poll(computer, handoffId)).toMatchObject(expired);
  });

  test('does not end a link of another browser', async () => {
    const { handoffId, computer } = await askedBy(await newPerson());
    await start(services.browser(), { replaces: handoffId });
    expect(await poll(computer, handoffId)).toMatchObject({ code: 400 });
  });

  test('polls as often as a page with a QR code of an app, and gets as many links', async () => {
    const computer = services.browser();
    const { handoffId } = await start(computer);
    for (let i = 1; i <= 60; i += 1) await poll(computer, handoffId);
    expect(await poll(computer, handoffId)).toMatchObject(tooMany);

    const perMinute = services.config.limits.qrRequestsPerMinute;
    const asking = services.browser();
    for (let i = 1; i <= perMinute; i += 1) await start(asking);
    expect(await asking.post('/login/phone/start', {})).toMatchObject(tooMany);
  });
});

describe('the link', () => {
  test('is opened by one browser, of many at once, and by the same again', async () => {
    const { token } = await start(services.browser());
    const phones = await concurrently(async () => {
      const phone = services.browser();
      return { phone, code: (await ask(phone, token)).code };
    });
    const opened = phones.filter(({ code }) => code === 0);
    expect(opened).toHaveLength(1);
    expect(await ask(opened[0]!.phone, token)).toMatchObject(signInFirst);
    expect(await ask(services.browser(), token)).toMatchObject(expired);
  });

  test('shows whose sign-in it is only to a person who has signed in since it was opened', async () => {
    const person = await newPerson();
    const phone = services.browser();
    await byPassword(person, phone);
    const earlier = phone.jar.get('foyer_session')!;
    services.moveClock(1);
    const { token } = await start(services.browser());
    expect(await ask(phone, token)).toMatchObject(signInFirst);
    services.moveClock(1);
    // A copy of the earlier session, in a browser in which the same account has signed in since.
    const copy = services.browser();
    const other = await start(services.browser());
    await ask(copy, other.token);
    await byPassword(person, copy);
    copy.jar.set('foyer_session', earlier);
    expect(await ask(copy)).toMatchObject(signInFirst);
    await byPassword(person, phone);
    expect(await ask(phone)).toMatchObject({
      ...done,
      data: {
        site: 'localhost:3000',
        device: 'Chrome · Windows',
        elsewhere: false,
        url: expect.stringMatching(/\/home$/),
      },
    });
  });

  test('asks nothing of a session that was stolen just after the sign-in, in a browser that waited for it', async () => {
    const person = await newPerson();
    const [owner, thief] = [services.browser(), services.browser()];
    const { token } = await start(services.browser());
    await ask(thief, token);
    services.moveClock(1);
    await byPassword(person, owner);
    thief.jar.set('foyer_session', owner.jar.get('foyer_session')!);
    expect(await ask(thief)).toMatchObject(signInFirst);
  });

  test('asks nothing of a session on a shared computer: the next person there would get a longer one', async () => {
    const library = services.browser();
    const { token } = await start(services.browser());
    await ask(library, token);
    services.moveClock(1);
    const person = await newPerson();
    // Said only at the second sign-in: the browser is known from the first.
    await byPassword(person, library);
    library.jar.set(sharedComputerCookie, sharedComputerValue);
    await byPassword(person, library);
    expect(await ask(library)).toMatchObject(signInFirst);
  });

  test('asks nothing of a session that another phone has confirmed, also where it was opened before [AC-10b]', async () => {
    const computer = services.browser();
    const { token } = await start(services.browser());
    await ask(computer, token);
    services.moveClock(1);
    const { handoffId } = await confirmedBy(await newPerson(), { computer });
    expect(await poll(computer, handoffId)).toMatchObject(done);
    expect(await ask(computer)).toMatchObject(signInFirst);
  });

  test('asks nothing of a session that awaits agreement', async () => {
    const person = await newPerson({ agreed: false });
    const { offer } = await askedBy(person);
    expect(offer).toBeNull();
  });

  test('expires unopened after five minutes, and opened after fifteen', async () => {
    const [computer, phone] = [services.browser(), services.browser()];
    const late = await start(computer);
    services.moveClock(limits.lifetime);
    expect(await ask(phone, late.token)).toMatchObject(expired);
    expect(await poll(computer, late.handoffId)).toMatchObject(expired);

    const { token, handoffId } = await start(computer);
    services.moveClock(limits.lifetime - 1);
    expect(await ask(phone, token)).toMatchObject(signInFirst);
    services.moveClock(limits.signInLifetime - 1);
    expect(await ask(phone)).toMatchObject(signInFirst);
    expect(await poll(computer, handoffId)).toMatchObject({ code: 400 });
    services.moveClock(1);
    expect(await ask(phone)).toMatchObject(expired);
    expect(await poll(computer, handoffId)).toMatchObject(expired);
  });

  test('is in no line of the log, and neither is the number', async () => {
    const before = services.lines.length;
    const { token, handoffId, computer } = await confirmedBy(await newPerson());
    await poll(computer, handoffId);
    const lines = services.lines.slice(before).join('\n');
    expect(lines).toContain('handoffAnswer');
    expect(lines).not.toContain(token);
    expect(lines).not.toContain(handoffId);
    expect(lines).not.toContain('"number"');
  });
});

describe('the answer', () => {
  test('with a wrong number ends it, also for the right one', async () => {
    const person = await newPerson();
    const { computer, phone, handoffId, ticket, number } = await askedBy(person);
    expect(await answer(phone, ticket, { number: otherNumber(number) })).toMatchObject({
      data: { result: 'wrongNumber' },
    });
    expect(await answer(phone, ticket, { number })).toMatchObject(expired);
    expect(await poll(computer, handoffId)).toMatchObject({ code: resultCodes.scanDeclined });
    expect(await auditTypesOf(services, person.ouid)).toEqual(['handoffRefused', 'signIn']);
    expect(await sessionsOf(person)).toHaveLength(1);
  });

  test('counts once of many at once: of every number, one is compared', async () => {
    const { phone, ticket, computer, handoffId } = await askedBy(await newPerson());
    const answers = await concurrently((i) => answer(phone, ticket, { number: limits.firstNumber + i }));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const confirmed = answers.some(({ data }) => data?.['result'] === 'confirmed');
    expect((await poll(computer, handoffId)).code).toBe(confirmed ? 0 : resultCodes.scanDeclined);
  });

  test('is refused in another browser, in another session and for another account', async () => {
    const person = await newPerson();
    const { phone, ticket, number } = await askedBy(person);
    const other = services.browser();
    await byPassword(person, other);
    expect(await answer(other, ticket, { number })).toMatchObject(expired);
    await byPassword(await newPerson(), phone);
    expect(await answer(phone, ticket, { number })).toMatchObject(expired);
    phone.jar.clear();
    expect(await answer(phone, ticket, { number })).toMatchObject(notSignedIn);
  });

  test('lets the account sign in that has signed in last on the phone', async () => {
    const { phone, computer, handoffId, number } = await askedBy(await newPerson());
    services.moveClock(1);
    const last = await newPerson();
    await byPassword(last, phone);
    const { ticket } = (await ask(phone)).data;
    expect(await answer(phone, ticket, { number })).toMatchObject({ data: { result: 'confirmed' } });
    expect(await poll(computer, handoffId)).toMatchObject({ data: { ouid: last.ouid } });
  });

  test('to one computer does not confirm another that the phone has opened since', async () => {
    const person = await newPerson();
    const first = await askedBy(person);
    const second = await askedBy(person, { phone: first.phone });
    expect(await answer(first.phone, first.ticket, { number: first.number })).toMatchObject(expired);
    expect(await poll(second.computer, second.handoffId)).toMatchObject({ code: 400 });
  });

  test('is given within the time of the sign-in, and fetched within two minutes', async () => {
    const late = await askedBy(await newPerson());
    services.moveClock(limits.signInLifetime);
    expect(await answer(late.phone, late.ticket, { number: late.number })).toMatchObject(expired);

    const { computer, handoffId } = await confirmedBy(await newPerson());
    services.moveClock(limits.signInLifetime);
    expect(await poll(computer, handoffId)).toMatchObject(expired);
  });

  test('is not waited for longer where the phone asks again and again [AC-10b]', async () => {
    const { computer, phone, handoffId } = await askedBy(await newPerson());
    for (let passed = 0; passed < limits.signInLifetime; passed += minutes(1)) {
      await ask(phone);
      services.moveClock(minutes(1));
    }
    expect(await ask(phone)).toMatchObject(expired);
    expect(await poll(computer, handoffId)).toMatchObject(expired);
  });

  test('to decline tells the computer, and keeps the account from nothing', async () => {
    const person = await newPerson();
    const { computer, phone, handoffId, ticket } = await askedBy(person);
    expect(await answer(phone, ticket, {})).toMatchObject({ data: { result: 'declined' } });
    expect(await poll(computer, handoffId)).toMatchObject({ code: resultCodes.scanDeclined });
    expect(await me(phone)).toMatchObject(done);
    await confirmedBy(person);
  });

  test('that the person did not start it keeps the account from confirming another for a quarter of an hour', async () => {
    const person = await newPerson();
    const open = await askedBy(person);
    const { phone, ticket, number } = await askedBy(person);
    expect(await answer(phone, ticket, { notMine: true, number })).toMatchObject({ data: { result: 'declined' } });
    const wait = { code: resultCodes.waitBeforeRetry };
    expect(await answer(open.phone, open.ticket, { number: open.number })).toMatchObject(wait);
    expect(await ask(open.phone)).toMatchObject(wait);
    services.moveClock(limits.coolingOff.notMine - 1);
    const early = await start(services.browser());
    await ask(phone, early.token);
    await byPassword(person, phone);
    expect(await ask(phone)).toMatchObject({ ...wait, data: { retryAfter: 1 } });
    services.moveClock(1);
    expect(await ask(phone)).toMatchObject(done);
  });

  test('with three wrong numbers keeps the account from confirming another for an hour', async () => {
    const person = await newPerson();
    for (let i = 0; i < limits.coolingOff.wrongNumbers.max; i += 1) {
      const { phone, ticket, number } = await askedBy(person);
      await answer(phone, ticket, { number: otherNumber(number) });
    }
    const { offer } = await askedBy(person);
    expect(offer).toMatchObject({ retryAfter: expect.any(Number) });
    services.moveClock(limits.coolingOff.wrongNumbers.window);
    await confirmedBy(person);
  });
});

describe('between the answer and the computer', () => {
  test.each([
    [
      'is disabled',
      (person: Person) => db.update(accounts).set({ disabledAt: new Date() }).where(eq(accounts.ouid, person.ouid)),
    ],
    [
      'is to be closed',
      (person: Person) =>
        db
          .update(accounts)
          .set({ closesAt: new Date(services.clock.now() + days(14)) })
          .where(eq(accounts.ouid, person.ouid)),
    ],
    ['has signed out everywhere', (person: Person) => db.delete(sessions).where(eq(sessions.account, person.ouid))],
    ['is erased', (person: Person) => db.delete(accounts).where(eq(accounts.ouid, person.ouid))],
  ])('an account that %s gets no session there', async (_, change) => {
    const person = await newPerson();
    const { computer, handoffId } = await confirmedBy(person);
    await change(person);
    expect(await poll(computer, handoffId)).toMatchObject(expired);
    expect(await me(computer)).toMatchObject(notSignedIn);
  });

  test('a session on the phone that counts as less by then makes one that counts as less', async () => {
    const person = await newPerson();
    const phone = services.browser();
    const { computer, handoffId, ticket, number } = await asked(
      async () => addSms(person, await byPassword(person, phone)),
      { phone },
    );
    expect(await answer(phone, ticket, { number })).toMatchObject(done);
    await db
      .update(sessions)
      .set({ factors: ['mail'] })
      .where(eq(sessions.account, person.ouid));
    expect(await poll(computer, handoffId)).toMatchObject(done);
    expect((await sessionsOf(person)).map(({ factors }) => factors)).toEqual([['mail'], ['mail']]);
  });
});

describe('the session of the computer', () => {
  test('is proven when the person has signed in on the phone, not when it is fetched [AC-10b]', async () => {
    const person = await newPerson();
    const { computer, handoffId } = await confirmedBy(person);
    services.moveClock(limits.answerLifetime - 1);
    expect(await poll(computer, handoffId)).toMatchObject(done);
    const [first, second] = await sessionsOf(person);
    expect([second!.createdAt, second!.provenAt]).toEqual([first!.createdAt, first!.provenAt]);
  });

  test('has no fresh proof that the session on the phone has lost meanwhile [AC-10b]', async () => {
    const person = await newPerson();
    const { computer, handoffId } = await confirmedBy(person);
    await services.stores.sessions.forgetOtherProofs(person.ouid);
    expect(await poll(computer, handoffId)).toMatchObject(done);
    expect(await computer.post('/user/accounts/name', { name: 'Thief' })).toMatchObject({
      code: resultCodes.needsFreshProof,
    });
  });

  test('confirms no link that was opened after the sign-in on the phone: one proof opens no chain of sessions [AC-10b]', async () => {
    const person = await newPerson();
    const { computer, handoffId } = await confirmedBy(person);
    services.moveClock(1);
    const next = await start(services.browser());
    await ask(computer, next.token);
    services.moveClock(1);
    expect(await poll(computer, handoffId)).toMatchObject(done);
    expect(await ask(computer)).toMatchObject(signInFirst);
  });
});

describe('a second factor', () => {
  const withSecondFactor = () => newPerson({ secondFactor: true });

  test('that was given on the phone in this sign-in is not asked for on the computer', async () => {
    const person = await withSecondFactor();
    const { computer, phone, handoffId, ticket, number } = await asked(async (browser) =>
      addSms(person, await byPassword(person, browser)),
    );
    expect(await answer(phone, ticket, { number })).toMatchObject(done);
    expect(await poll(computer, handoffId)).toMatchObject({ data: { loginDoubleCheck: false } });
    expect((await sessionsOf(person)).map(({ factors }) => factors)).toEqual([
      ['password', 'sms'],
      ['password', 'sms'],
    ]);
  });

  test('that the phone has skipped as a trusted browser is asked for on the computer, which is not trusted', async () => {
    const person = await withSecondFactor();
    const phone = services.browser();
    await addSms(person, await byPassword(person, phone), { trustBrowser: true });
    services.moveClock(minutes(1));
    const { computer, handoffId } = await confirmedBy(person, { phone });
    const { data } = await poll(computer, handoffId);
    expect(data).toMatchObject({ loginDoubleCheck: true, preServiceId: expect.any(String) });
    expect(data['url']).toBeUndefined();
    expect(await me(computer)).toMatchObject(notSignedIn);
    await addSms(person, { browser: computer, preServiceId: data['preServiceId'] });
    expect(await me(computer)).toMatchObject(done);
  });

  test.each([
    ['CN', false],
    ['RU', true],
  ])('is asked for where the phone is in CN and the computer in %s: %s', async (country, isAsked) => {
    const person = await newPerson();
    const from = (place: string) => ({ 'x-country': place });
    const [computer, phone] = [services.browser({ clientIp: '10.0.0.1' }), services.browser({ clientIp: '10.0.0.1' })];
    const { handoffId, token } = (await computer.post('/login/phone/start', {}, from(country))).data;
    await ask(phone, String(token));
    await byPassword(person, phone);
    const { ticket, elsewhere } = (await phone.post('/login/phone/ask', {}, from('CN'))).data;
    expect(elsewhere).toBe(isAsked);
    const { number } = (await poll(computer, handoffId)).data;
    await phone.post('/login/phone/answer', { ticket, number }, from('CN'));
    expect(await poll(computer, handoffId)).toMatchObject({ data: { loginDoubleCheck: isAsked } });
  });

  test('that the account does not have is missing where phone and computer are in different countries', async () => {
    const mailOnly = await newPerson({ mobile: null });
    const { computer, phone, handoffId, ticket, number } = await askedBy(mailOnly);
    await db.update(handoffs).set({ country: 'RU' });
    await phone.post(
      '/login/phone/answer',
      { ticket, number },
      { 'x-country': 'CN', 'x-forwarded-for': phone.address },
    );
    expect((await poll(computer, handoffId)).code).toBe(resultCodes.scanFromOtherCountry);
  });
});
