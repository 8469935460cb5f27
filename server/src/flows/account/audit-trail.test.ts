import { hash } from 'node:crypto';
import { isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditTypesOf } from '../../../test/support/flows/audit-types.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { auditEvents } from '../../store/schema/audit-schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { send, sendAndVerify, sendByHandle, verify, commit, lastMessageTo, loginParams } = codeHelpers(services);
const { sql } = services.database;
const password = 'Foyer-2026';
const hashed = (text: string) => hash('sha256', text, 'hex');

let numbers = 13730000000;
const newMobile = () => String((numbers += 1));
async function newPerson(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = newMobile();
  return { mobile, ouid: await services.addAccount({ mobile, password, ...more }) };
}
const typesOf = (ouid: string) => auditTypesOf(services, ouid);

describe('the audit trail records', () => {
  test('a new account, its agreement, its sign-in and its first password', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const { data } = await commit(browser, mobile, await sendAndVerify(browser, mobile), { agreed: true });
    const set = { serviceId: data['setPwdServiceId'], newPassword: hashed('Another-2026') };
    expect(await browser.put('/v1/sender/setupPwd', set)).toMatchObject({ code: 0 });
    expect(await typesOf(String(data['ouid']))).toEqual([
      'passwordChanged',
      'signIn',
      'consentGiven',
      'accountCreated',
    ]);
  });

  test('a registration', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'REGISTER');
    const request = {
      source: { pub: 'yunzhang', chl: 'web', tml: 'PC' },
      encrypter: 'SHA256',
      password: hashed(password),
      serviceId,
      loginParams,
    };
    const { data } = await browser.post('/sender/register', request, { event: 'acc_register' });
    expect(await typesOf(String(data['ouid']))).toEqual(['accountCreated']);
  });

  test('a wrong password, with the reason and without the name, also for an unknown account', async () => {
    const { mobile, ouid } = await newPerson();
    await services.browser().signIn(mobile, 'Wrong-2026');
    await services.browser().signIn(newMobile(), 'Wrong-2026');
    expect(await services.stores.audit.listByAccount(ouid)).toMatchObject([
      { type: 'signInFailed', method: 'password', details: { reason: 'wrongCredentials' } },
    ]);
    const unknown = await sql.select().from(auditEvents).where(isNull(auditEvents.account));
    expect(unknown).toMatchObject([{ type: 'signInFailed', method: 'password' }]);
    expect(JSON.stringify(unknown)).not.toMatch(/137\d{8}/);
  });

  test('a sign-in to a disabled account', async () => {
    const { mobile, ouid } = await newPerson({ disabledAt: new Date() });
    await services.browser().signIn(mobile, password);
    expect(await services.stores.audit.listByAccount(ouid)).toMatchObject([
      { type: 'signInFailed', details: { reason: 'accountDisabled' } },
    ]);
  });

  test('a wrong code, by what it was for', async () => {
    const { mobile, ouid } = await newPerson();
    const browser = services.browser();
    const signIn = await send(browser, mobile);
    await verify(browser, signIn.data['serviceId'], '000000');
    services.moveClock(60_000);
    const retrieve = await send(browser, mobile, 'RETRIEVE');
    await verify(browser, retrieve.data['serviceId'], '000000');
    expect(await typesOf(ouid)).toEqual(['wrongCode', 'signInFailed']);
  });

  test('a wrong and a right second factor, and a browser that is trusted', async () => {
    const { mobile, ouid } = await newPerson({ secondFactor: true });
    const browser = services.browser();
    const { data } = await browser.signIn(mobile, password);
    const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const { serviceId } = sent.data;
    const prove = (credentials: unknown) =>
      browser.post('/sender/verifyLoginDoubleCheck', { serviceId, credentials, trustBrowser: true });
    await prove('000000');
    expect(await typesOf(ouid)).toEqual(['secondFactorFailed']);
    await prove(lastMessageTo(mobile)?.code);
    expect(await typesOf(ouid)).toEqual(['browserTrusted', 'signIn', 'secondFactorFailed']);
    const [, signedIn] = await services.stores.audit.listByAccount(ouid);
    expect(signedIn).toMatchObject({ details: { factors: ['password', 'sms'] }, sid: expect.any(String) });
  });

  test('a step-up', async () => {
    const { mobile, ouid } = await newPerson();
    const browser = services.browser();
    await browser.signIn(mobile, password);
    const { data } = await browser.post('/sender/startLoginDoubleCheck');
    const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(mobile)?.code };
    expect(await browser.post('/sender/verifyLoginDoubleCheck', proof)).toMatchObject({ code: 0 });
    expect(await typesOf(ouid)).toEqual(['stepUp', 'signIn']);
  });

  test('a password reset', async () => {
    const { mobile, ouid } = await newPerson();
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile, 'RETRIEVE');
    const reset = { serviceId, newPassword: hashed('Another-2026') };
    expect(await browser.put('/v1/accounts/password', reset)).toMatchObject({ code: 0 });
    expect(await typesOf(ouid)).toEqual(['passwordReset']);
  });

  test('sessions that end, one by one, all others, and everywhere', async () => {
    const { mobile, ouid } = await newPerson();
    const signedIn = async () => {
      const browser = services.browser();
      await browser.signIn(mobile, password);
      return browser;
    };
    const [first, second] = [await signedIn(), await signedIn()];
    await second.post('/user/accounts/logout');
    await signedIn();
    expect(await first.post('/user/accounts/sessions/endOthers')).toMatchObject({ code: 0 });
    await first.post('/user/accounts/logout', { everywhere: true });
    const types = (await typesOf(ouid)).filter((type) => type !== 'signIn');
    expect(types).toEqual(['signedOutEverywhere', 'sessionEnded', 'signedOut']);
  });

  test('a sign-in and its session, or neither', async () => {
    const { mobile, ouid } = await newPerson();
    // The record is refused, as by a full disk.
    await sql.execute(`alter table audit_events add constraint refuse check (account <> '${ouid}') not valid`);
    try {
      expect(await services.browser().signIn(mobile, password)).toMatchObject({ status: 500 });
      expect(await services.stores.sessions.listByAccount(ouid)).toEqual([]);
    } finally {
      await sql.execute('alter table audit_events drop constraint refuse');
    }
  });
});
