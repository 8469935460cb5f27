import { days } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { peopleCommands, sameBrowser } from '../../../test/support/flows/people-commands.ts';
import { testMailServer } from '../../../test/support/flows/test-mail.ts';
import { addClient } from '../../../test/support/flows/test-oidc.ts';

const mail = await testMailServer();
const { people, json, inService, inStores, auditOf } = await peopleCommands(mail.env);
const password = 'Foyer-2026';

const signedInPerson = (email: string) =>
  inService(async (services) => {
    const ouid = await services.addAccount({ email, password, language: 'en-US' });
    const browser = services.browser();
    await browser.signIn(email, password);
    return { ouid, browser };
  });
const find = (ouid: string) => inStores(({ accounts }) => accounts.findByOuid(ouid));

test('people close only says what it would do without --yes', async () => {
  const { ouid } = await signedInPerson('dry@example.com');
  const { code, stdout } = await people('close', ouid);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Would sign d\*\*\*@example\.com out everywhere and erase the account on 20/);
  expect(stdout).toMatch(/\nNothing was changed\. Add --yes to do it\.$/);
  expect((await people('close', ouid, '--now')).stdout).toMatch(
    /^Would erase d\*\*\*@example\.com .*cannot be undone\.\n/,
  );
  expect(await find(ouid)).toMatchObject({ closesAt: null });
  expect((await auditOf(ouid)).map(({ type }) => type)).toEqual(['signIn']);
});

test('people close --yes signs out, sets the day, and the person can keep the account', async () => {
  const email = 'close@example.com';
  const { ouid, browser } = await signedInPerson(email);
  const closed = (await json('close', email, '--yes', '--by', 'lin')) as { closesAt: string };
  expect(closed).toEqual({
    account: ouid,
    dryRun: false,
    erased: false,
    closesAt: expect.any(String),
    notices: [{ by: 'email', result: 'accepted' }],
  });
  const left = new Date(closed.closesAt).getTime() - Date.now();
  expect(left).toBeGreaterThan(days(13));
  expect(left).toBeLessThan(days(15));
  expect(await auditOf(ouid)).toContainEqual(
    expect.objectContaining({
      type: 'closureRequested',
      actor: 'operator',
      details: { command: 'people close', by: 'lin (ops)' },
    }),
  );
  expect(mail.sentTo(email)[0]).toMatchObject({ subject: 'Yunzhang: Your account will be closed' });
  expect(mail.sentTo(email)[0]?.text).not.toContain('npx foyer');
  await inService(async (services) => {
    expect(await sameBrowser(services, browser).get('/user/accounts/me')).toMatchObject({ status: 401 });
    const { data } = await services.browser().signIn(email, password);
    expect(data['url']).toContain('/account/keep');
  });
  expect(await people('close', email, '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^c\*{3}@example\.com: it is to be erased on \S+ already; --now erases it at once$/),
  });
});

test('people close --now --yes erases at once, and applications learn that the session has ended', async () => {
  const email = 'now@example.com';
  const { ouid } = await signedInPerson(email);
  await inService(async (services) => {
    const [session] = await services.stores.sessions.listByAccount(ouid);
    await addClient(services, { id: 'app', backchannelLogoutUri: 'https://app.example.com/logout' });
    const authorizations = { app: { sid: 'sid-of-app', grantId: 'g' } };
    await services.stores.oidcSessions.save({ sid: session!.sid, authorizations, state: null });
  });
  expect(await json('close', email, '--now', '--yes')).toMatchObject({ erased: true, closesAt: null });
  expect(await find(ouid)).toBeUndefined();
  expect(await inStores(({ oidcLogouts }) => oidcLogouts.takeDue())).toMatchObject([{ sid: 'sid-of-app' }]);
  expect((await auditOf(ouid))[0]).toMatchObject({ type: 'accountErased', actor: 'operator' });
  expect(mail.sentTo(email)[0]).toMatchObject({ subject: 'Yunzhang: Your account is closed' });
  expect(await people('close', ouid, '--now', '--yes')).toMatchObject({ code: 1 });
});
