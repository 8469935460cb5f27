import { resultCodes } from '@foyer/contract/result-codes';
import { describe, expect, test } from 'vitest';
import { peopleCommands, sameBrowser } from '../../../test/support/flows/people-commands.ts';
import type { TestApp } from '../../../test/support/test-app.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { addClient } from '../../../test/support/flows/test-oidc.ts';
import { operatorContext } from '../../store/audit.ts';

const { people, json, addAccount, inService, inStores, auditOf, database } = await peopleCommands(codeTestSettings);
const password = 'Foyer-2026';

/** A person who is signed in, and whose session an application uses. */
async function signedInPerson(services: TestApp, mobile: string) {
  const ouid = await services.addAccount({ mobile, password });
  const browser = services.browser();
  await browser.signIn(mobile, password);
  const [session] = await services.stores.sessions.listByAccount(ouid);
  await addClient(services, { id: `app-${mobile}`, backchannelLogoutUri: 'https://app.example.com/logout' });
  const authorizations = { [`app-${mobile}`]: { sid: `sid-${mobile}`, grantId: 'g' } };
  await services.stores.oidcSessions.save({ sid: session!.sid, authorizations, state: null });
  await services.stores.oidcRecords.put('AccessToken', `token-${mobile}`, { accountId: ouid, grantId: 'g' }, 3600);
  return { ouid, browser };
}

/** What an application still has of a person, and whether it learns of the end of the session. */
const applicationsOf = (mobile: string) =>
  inStores(async ({ oidcRecords, oidcLogouts }) => ({
    hasToken: (await oidcRecords.find('AccessToken', `token-${mobile}`)) !== undefined,
    learns: (await oidcLogouts.takeDue()).some(({ sid }) => sid === `sid-${mobile}`),
  }));

const isSignedIn = async (browser: ReturnType<TestApp['browser']>) =>
  (await browser.get('/user/accounts/me')).code === 0;

describe('people disable and enable', () => {
  test('end what is open, stop every way in, and let the person in again', async () => {
    const mobile = '13800000001';
    const { ouid, browser, pending } = await inService(async (services) => {
      const person = await signedInPerson(services, mobile);
      await services.stores.accounts.setSecondFactor(person.ouid, true);
      const second = services.browser();
      const { data } = await second.signIn(mobile, password);
      return { ...person, pending: { jar: second.jar, handle: data['preServiceId'] } };
    });

    expect(await people('disable', mobile, '--by', 'mei')).toMatchObject({
      code: 0,
      stdout: 'Disabled 138****0001. The person is signed out everywhere, and no application has access.',
    });
    expect(await applicationsOf(mobile)).toEqual({ hasToken: false, learns: true });
    await inService(async (services) => {
      expect(await isSignedIn(sameBrowser(services, browser))).toBe(false);
      expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: resultCodes.accountDisabled });
      const waiting = sameBrowser(services, pending);
      const { sendByHandle, lastMessageTo } = codeHelpers(services);
      const { data } = await sendByHandle(waiting, pending.handle, 'LOGIN_DOUBLE_CHECK');
      const proof = { serviceId: data['serviceId'], credentials: lastMessageTo(mobile)?.code };
      expect(await waiting.post('/sender/verifyLoginDoubleCheck', proof)).toMatchObject({
        code: resultCodes.accountDisabled,
      });
    });
    expect(await json('disable', ouid)).toEqual({ account: ouid, changed: false });

    expect(await json('enable', mobile)).toEqual({ account: ouid, changed: true });
    expect(await json('enable', mobile)).toEqual({ account: ouid, changed: false });
    await inService(async (services) => {
      expect(await isSignedIn(sameBrowser(services, browser))).toBe(false);
      await services.stores.accounts.setSecondFactor(ouid, false);
      const again = services.browser();
      expect(await again.signIn(mobile, password)).toMatchObject({ code: 0 });
      const { data } = await again.get('/user/accounts/activity');
      expect(data['events']).toContainEqual(expect.objectContaining({ type: 'accountEnabled', actor: 'operator' }));
    });
    const acts = (await auditOf(ouid)).filter(({ actor }) => actor === 'operator');
    expect(acts).toMatchObject([
      { type: 'accountEnabled', details: { command: 'people enable' } },
      { type: 'accountDisabled', details: { command: 'people disable', by: 'mei (ops)' } },
    ]);
  });
});

test('people end-sessions signs out everywhere, also of applications, and the person can sign in again', async () => {
  const mobile = '13800000002';
  const { ouid, browser } = await inService((services) => signedInPerson(services, mobile));
  expect(await json('end-sessions', mobile)).toEqual({ account: ouid, sessions: 1 });
  expect(await applicationsOf(mobile)).toEqual({ hasToken: false, learns: true });
  await inService(async (services) => {
    expect(await isSignedIn(sameBrowser(services, browser))).toBe(false);
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: 0 });
  });
  expect((await auditOf(ouid)).map(({ type }) => type)).toContain('signedOutEverywhere');
  expect(await json('end-sessions', mobile)).toMatchObject({ sessions: 1 });
  expect(await json('end-sessions', mobile)).toMatchObject({ sessions: 0 });
});

test('people unlock ends the lock after wrong passwords at every client IP, and no lock of another person', async () => {
  const [mobile, other] = ['13800000003', '13800000004'];
  const clientIp = '198.51.100.9';
  const ouid = await inService(async (services) => {
    for (const name of [mobile, other]) {
      const account = await services.addAccount({ mobile: name, password });
      await services.stores.idSuffixAttempts.count(account);
    }
    for (const name of [mobile, other])
      for (let wrong = 0; wrong < 5; wrong += 1) {
        services.moveClock(30_000);
        await services.browser({ clientIp }).signIn(name, 'wrong');
      }
    expect(await services.browser({ clientIp }).signIn(mobile, password)).toMatchObject({
      code: resultCodes.lockedOut,
    });
    return (await services.stores.accounts.find({ kind: 'mobile', value: mobile }))!.ouid;
  });
  expect(await json('unlock', mobile)).toEqual({ account: ouid });
  await inService(async (services) => {
    expect(await services.browser({ clientIp }).signIn(mobile, password)).toMatchObject({ code: 0 });
    expect(await services.browser({ clientIp }).signIn(other, password)).toMatchObject({ code: resultCodes.lockedOut });
  });
  expect(await auditOf(ouid)).toContainEqual(
    expect.objectContaining({ type: 'limitsCleared', details: expect.objectContaining({ command: 'people unlock' }) }),
  );
});

describe('who ran a command', () => {
  test('is the user of the operating system, or the one who called sudo, also behind a name that was typed', async () => {
    const ouid = await inService((service) => service.addAccount({ mobile: '13800000005' }));
    const run = (user: string | undefined, ...by: string[]) =>
      testCli({ ...database, env: { ...database.env, SUDO_USER: user } })('people', 'unlock', ouid, ...by);
    await run(undefined);
    await run('lin');
    await run('root', '--by', 'alice');
    await run('alice', '--by', 'Alice');
    const [own, sudo, named, same] = (await auditOf(ouid)).map(({ details }) => details['by']).toReversed();
    expect([sudo, named, same]).toEqual(['lin', 'alice (root)', 'alice']);
    expect(own).toMatch(/./);
    expect(own).not.toBe('lin');
  });

  test('is not shown to the person in an export of their data', async () => {
    const data = await inService(async ({ stores, ...service }) => {
      const ouid = await service.addAccount({ mobile: '13800000006' });
      const details = { command: 'people unlock', by: 'lin', approvedBy: 'mei' };
      await stores.audit.record({ account: ouid, type: 'limitsCleared', details }, operatorContext);
      return stores.personalData.read((await stores.accounts.findByOuid(ouid))!);
    });
    expect(data.auditEvents).toMatchObject([{ type: 'limitsCleared', details: { command: 'people unlock' } }]);
    expect(JSON.stringify(data)).not.toMatch(/"lin"|"mei"/);
  });
});

test('a command runs beside the service on PostgreSQL, and asks to stop it on the embedded database', async () => {
  const mobile = '13800000007';
  await inService(async (services) => {
    const { ouid, browser } = await signedInPerson(services, mobile);
    const result = await testCli({ env: database.env })('people', 'disable', ouid);
    const isShared = services.config.databaseUrl !== undefined;
    expect(result).toMatchObject(isShared ? { code: 0 } : { code: 3, stderr: expect.stringContaining('stop it') });
    expect(await isSignedIn(browser)).toBe(!isShared);
  });
});

test.each([
  ['disable', 'unknown', 'unknown: give a mobile number, an e-mail address or the id of an account'],
  ['enable', '13800009999', '13800009999: there is no such account'],
  ['unlock', 'AAAAAAAAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAAAAAA: there is no such account'],
])('people %s %s says what would be right', async (command, person, problem) => {
  expect(await people(command, person)).toEqual({ code: 1, stdout: '', stderr: problem });
});

test.each(['-AAAAAAAAAAAAAAAAAAAAA', '--AAAAAAAAAAAAAAAAAAAA'])('an id may begin with a hyphen: %s', async (ouid) => {
  await addAccount({ ouid, email: `${ouid.lastIndexOf('-')}@example.com` });
  expect(await json('disable', ouid)).toEqual({ account: ouid, changed: true });
});
