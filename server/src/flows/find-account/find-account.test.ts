import { mask } from '@foyer/contract/rules/account-rules';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { personSearches } from '../../store/schema/real-name-schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { passHumanCheck, send, sendByHandle, verify, sendAndVerify, lastMessageTo } = codeHelpers(services);
const db = services.database.sql;
type Browser = ReturnType<typeof services.browser>;

let numbers = 13100000000;
const newMobile = () => String((numbers += 1));
const newPerson = () => ({ name: '林爱丽', idNumber: `1101011992${newMobile().slice(-7)}X` });
const now = () => new Date(services.clock.now());

const name = async (browser: Browser, person: object) =>
  browser.post('/v1/accounts/find/person', { ...person, auth: await passHumanCheck(browser) });
const find = (browser: Browser, serviceId: unknown) => browser.post('/v1/accounts/find', { serviceId });

/** Starts a search by name and ID number, and verifies the code. */
async function proveByName(browser: Browser, person: object, mobile: string) {
  const named = await name(browser, person);
  const sent = await sendByHandle(browser, named.data['preServiceId'], 'FIND_ACCOUNT');
  await services.backgroundTasks.settled();
  expect(await verify(browser, sent.data['serviceId'], lastMessageTo(mobile)?.code)).toMatchObject({ code: 0 });
  return sent.data['serviceId'];
}

describe('a person who forgot their account', () => {
  test('gets the code at the mobile number of an enabled account, not of a disabled one [PG-02] [D-17]', async () => {
    const [inUse, disabled] = [newMobile(), newMobile()];
    const person = newPerson();
    const lately = { ...person, realNameAt: now(), lastSignInAt: now() };
    await services.addAccount({ ...lately, mobile: disabled, disabledAt: now() });
    await services.addAccount({ ...person, mobile: inUse, realNameAt: now() });
    await proveByName(services.browser(), person, inUse);
    expect(lastMessageTo(disabled)).toBeUndefined();
  });

  test('is found by any spelling of the name [PG-02] [D-17]', async () => {
    const mobile = newMobile();
    const person = newPerson();
    await services.addAccount({ ...person, mobile, realNameAt: now() });
    const browser = services.browser();
    const serviceId = await proveByName(browser, { ...person, name: `\t${person.name}\u0000 ` }, mobile);
    expect(await find(browser, serviceId)).toMatchObject({ data: { accounts: [{ mobile: mask(mobile) }] } });
  });

  test('is found by the name in Latin letters as well [PG-02] [D-17]', async () => {
    const mobile = newMobile();
    const person = newPerson();
    await services.addAccount({ ...person, latinName: 'Alice Lin', mobile, realNameAt: now() });
    const browser = services.browser();
    const serviceId = await proveByName(browser, { ...person, name: 'Alice Lin' }, mobile);
    expect(await find(browser, serviceId)).toMatchObject({ data: { accounts: [{ mobile: mask(mobile) }] } });
  });

  test('proves a mobile number and sees its account masked, with the last use [PG-02] [D-17]', async () => {
    const mobile = newMobile();
    const email = `m${mobile}@example.com`;
    const lastSignInAt = now();
    await services.addAccount({ mobile, email, lastSignInAt });
    const browser = services.browser();
    expect(await find(browser, await sendAndVerify(browser, mobile, 'FIND_ACCOUNT'))).toMatchObject({
      status: 200,
      code: 0,
      data: { accounts: [{ mobile: mask(mobile), email: mask(email), lastUsedAt: lastSignInAt.toISOString() }] },
    });
  });

  test('proves an e-mail address of an account that was never used', async () => {
    const email = `${newMobile()}@example.com`;
    await services.addAccount({ email });
    const browser = services.browser();
    const found = await find(browser, await sendAndVerify(browser, email, 'FIND_ACCOUNT'));
    expect(found.data).toEqual({ accounts: [{ email: mask(email) }] });
  });

  test('gives name and ID number, and gets a code at the mobile number on record [PG-02]', async () => {
    const person = newPerson();
    const mobile = newMobile();
    await services.addAccount({ mobile, ...person });
    const browser = services.browser();
    const typed = { name: ` ${person.name} `, idNumber: person.idNumber.toLowerCase() };
    const serviceId = await proveByName(browser, typed, mobile);
    expect(await find(browser, serviceId)).toMatchObject({ data: { accounts: [{ mobile: mask(mobile) }] } });
  });

  test('with a verified name sees all of their accounts, the last used first', async () => {
    const person = newPerson();
    const [mobile, email] = [newMobile(), `${newMobile()}@example.com`];
    await services.addAccount({ email, ...person, realNameAt: now() });
    await services.addAccount({ mobile, ...person, realNameAt: now(), lastSignInAt: now() });
    await services.addAccount({ mobile: newMobile(), name: '他人', idNumber: person.idNumber });
    const browser = services.browser();
    const found = await find(browser, await proveByName(browser, person, mobile));
    expect(found.data['accounts']).toEqual([
      { mobile: mask(mobile), lastUsedAt: expect.any(String) },
      { email: mask(email) },
    ]);
  });

  test('can repeat the result for ten minutes', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'FIND_ACCOUNT');
    services.moveClock(minutes(10) - 1);
    expect([await find(browser, serviceId), await find(browser, serviceId)]).toMatchObject([{ code: 0 }, { code: 0 }]);
    services.moveClock(1);
    expect(await find(browser, serviceId)).toMatchObject({ code: resultCodes.expiredCode });
  });

  test('has 15 minutes from the search to the code', async () => {
    const person = newPerson();
    await services.addAccount({ mobile: newMobile(), ...person });
    const browser = services.browser();
    const { data } = await name(browser, person);
    services.moveClock(minutes(15) - 1);
    expect(await sendByHandle(browser, data['preServiceId'], 'FIND_ACCOUNT')).toMatchObject({ code: 0 });
    services.moveClock(1);
    const late = await sendByHandle(browser, data['preServiceId'], 'FIND_ACCOUNT');
    expect(late).toMatchObject({ code: resultCodes.unknownServiceId });
  });
});

describe('a search reveals nothing else', () => {
  test('unknown people get the same responses at every step [AC-17]', async () => {
    const person = newPerson();
    const mobile = newMobile();
    await services.addAccount({ mobile, ...person });
    const sentBefore = services.sandbox.outbox.sent().length;
    const walk = async (who: object) => {
      const browser = services.browser();
      const named = await name(browser, who);
      const sent = await sendByHandle(browser, named.data['preServiceId'], 'FIND_ACCOUNT');
      const again = await sendByHandle(browser, named.data['preServiceId'], 'FIND_ACCOUNT');
      const guessed = await verify(browser, sent.data['serviceId'], '000000');
      await services.backgroundTasks.settled();
      return [named, sent, again, guessed].map(({ status, code, message, data }) => ({
        status,
        code,
        message,
        data: Object.fromEntries(
          Object.entries(data ?? {}).map(([key, value]) => [key, key.endsWith('Id') ? '…' : value]),
        ),
      }));
    };
    const known = await walk(person);
    expect(await walk(newPerson())).toEqual(known);
    expect(known.map(({ code }) => code)).toEqual([0, 0, resultCodes.codeTooSoon, resultCodes.wrongCode]);
    expect(JSON.stringify(known)).not.toContain(mask(mobile));
    expect(services.sandbox.outbox.sent()).toHaveLength(sentBefore + 1);
  });

  test('the pause after a code does not reveal whose mobile number it is [AC-17]', async () => {
    const person = newPerson();
    const mobile = newMobile();
    await services.addAccount({ mobile, ...person });
    await send(services.browser(), mobile);
    const browser = services.browser();
    const { data } = await name(browser, person);
    expect(await sendByHandle(browser, data['preServiceId'], 'FIND_ACCOUNT')).toMatchObject({ code: 0 });
    await services.backgroundTasks.settled();
    // The limit of the mobile number still applies.
    expect(services.sandbox.outbox.sent(mobile)).toHaveLength(1);
  });

  test('a mobile number without an account gets no code and the same response [AC-17]', async () => {
    const [mobile, unknownMobile] = [newMobile(), newMobile()];
    await services.addAccount({ mobile });
    const [known, unknown] = [
      await send(services.browser(), mobile, 'FIND_ACCOUNT'),
      await send(services.browser(), unknownMobile, 'FIND_ACCOUNT'),
    ];
    expect({ ...unknown.data, serviceId: '' }).toEqual({ ...known.data, serviceId: '' });
    expect(lastMessageTo(unknownMobile)).not.toHaveProperty('code');
  });

  test('an unverified name shows one account only, so claiming another ID number gains nothing', async () => {
    const person = newPerson();
    const [theirs, claimed] = [newMobile(), newMobile()];
    await services.addAccount({ mobile: theirs, ...person, realNameAt: now(), lastSignInAt: now() });
    await services.addAccount({ mobile: claimed, ...person });
    const browser = services.browser();
    const found = await find(browser, await sendAndVerify(browser, claimed, 'FIND_ACCOUNT'));
    expect(found.data['accounts']).toEqual([{ mobile: mask(claimed) }]);
  });

  test('the code goes to the account with the verified name, not to the last used one', async () => {
    const person = newPerson();
    const [verified, claimed] = [newMobile(), newMobile()];
    await services.addAccount({ mobile: verified, ...person, realNameAt: now() });
    await services.addAccount({ mobile: claimed, ...person, lastSignInAt: now() });
    const browser = services.browser();
    const { data } = await name(browser, person);
    await sendByHandle(browser, data['preServiceId'], 'FIND_ACCOUNT');
    await services.backgroundTasks.settled();
    expect([lastMessageTo(verified), lastMessageTo(claimed)]).toMatchObject([{ channel: 'sms' }, undefined]);
  });

  test.each(['RETRIEVE', 'REGISTER_LOGIN'])('a code verified for %s is refused [AC-19]', async (bizType) => {
    const mobile = newMobile();
    await services.addAccount({ mobile });
    const browser = services.browser();
    expect(await find(browser, await sendAndVerify(browser, mobile, bizType))).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
  });

  test('an unverified handle, or one of another browser, is refused [AC-24]', async () => {
    const person = newPerson();
    const mobile = newMobile();
    await services.addAccount({ mobile, ...person });
    const browser = services.browser();
    const { data } = await name(browser, person);
    const sent = await sendByHandle(browser, data['preServiceId'], 'FIND_ACCOUNT');
    await services.backgroundTasks.settled();
    const unknown = { code: resultCodes.unknownServiceId };
    expect(await find(browser, sent.data['serviceId'])).toMatchObject(unknown);
    expect(await find(browser, data['preServiceId'])).toMatchObject(unknown);
    expect(await sendByHandle(services.browser(), data['preServiceId'], 'FIND_ACCOUNT')).toMatchObject(unknown);
    await verify(browser, sent.data['serviceId'], lastMessageTo(mobile)?.code);
    expect(await find(services.browser(), sent.data['serviceId'])).toMatchObject(unknown);
  });

  test('each search requires its own human check [AC-22]', async () => {
    const browser = services.browser();
    const path = '/v1/accounts/find/person';
    expect(await browser.post(path, newPerson())).toMatchObject({ code: resultCodes.needsHumanCheck });
    const auth = await passHumanCheck(browser);
    expect(await browser.post(path, { ...newPerson(), auth })).toMatchObject({ code: 0 });
    expect(await browser.post(path, { ...newPerson(), auth })).toMatchObject({ code: resultCodes.humanCheckFailed });
  });

  test('name and ID number are not stored as text', async () => {
    const person = { name: '史无此人', idNumber: '99999919900101777X' };
    await name(services.browser(), person);
    const searches = await db.select().from(personSearches);
    expect(searches).not.toEqual([]);
    const stored = JSON.stringify([searches, services.lines]);
    expect(stored).not.toContain(person.name);
    expect(stored).not.toContain(person.idNumber);
  });
});
