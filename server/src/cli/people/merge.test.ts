import { resultCodes } from '@foyer/contract/result-codes';
import { hours } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { sha256Hex } from '../../platform/sha256.ts';
import { peopleCommands, sameBrowser } from '../../../test/support/flows/people-commands.ts';
import { testMailServer } from '../../../test/support/flows/test-mail.ts';
import { addClient } from '../../../test/support/flows/test-oidc.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';

const mail = await testMailServer();
const { people, json, inService, inStores, auditOf } = await peopleCommands(mail.env);
const password = 'Foyer-2026';

test('people merge moves what belongs to the person, and erases the first account', async () => {
  const [mobile, email] = ['13800000001', 'mei@example.com'];
  const { from, into, browser, authenticator } = await inService(async (services) => {
    const { addAccount, stores } = services;
    const first = await addAccount({ mobile, password, secondFactor: true });
    const second = await addAccount({ email, password: 'Another-2026', language: 'en-US', agreed: false });
    await stores.identities.link(first, [{ provider: 'wechat.unionid', subject: 'mei' }]);
    await addClient(services, { id: 'partner', firstParty: false, backchannelLogoutUri: 'https://p.example/logout' });
    await stores.oidcPermissions.allow(first, 'partner', ['openid', 'email']);
    await stores.oidcPermissions.allow(second, 'partner', ['openid', 'phone']);
    await stores.oidcRecords.put('AccessToken', 'token', { accountId: first, grantId: 'g' }, 3600);
    await stores.accounts.setSecondFactor(first, false);
    const signedIn = services.browser();
    await signedIn.signIn(mobile, password);
    const [session] = await stores.sessions.listByAccount(first);
    const authorizations = { partner: { sid: 'sid-of-partner', grantId: 'g' } };
    await stores.oidcSessions.save({ sid: session!.sid, authorizations, state: null });
    await stores.accounts.setSecondFactor(first, true);
    const passkey = await passkeyHelpers(services).storePasskey(first);
    return { from: first, into: second, browser: signedIn, authenticator: passkey };
  });

  const plan = await people('merge', mobile, email);
  expect(plan.stdout).toMatch(/^Would merge 138\*{4}0001 into m\*{3}@example\.com:\n {2}Mobile number +would move\n/);
  expect(plan.stdout).toMatch(/\nNothing was changed\. Add --yes to do it\.$/);
  expect(await inStores(({ accounts }) => accounts.findByOuid(from))).toMatchObject({ mobile });

  expect(await json('merge', mobile, email, '--yes', '--by', 'lin')).toEqual({
    account: into,
    erased: from,
    dryRun: false,
    moved: {
      mobile: true,
      email: false,
      realName: false,
      identities: ['wechat.unionid'],
      passkeys: 1,
      consents: [expect.any(String)],
      applications: ['partner'],
    },
    notices: [
      { by: 'email', result: 'accepted' },
      { by: 'mobile', result: 'notConfigured' },
    ],
  });

  await inService(async (services) => {
    const { stores } = services;
    expect(await stores.accounts.findByOuid(from)).toBeUndefined();
    expect(await stores.accounts.findByOuid(into)).toMatchObject({
      mobile,
      email,
      secondFactor: true,
      enrolledFactors: 1,
      agreed: true,
    });
    expect(await stores.identities.find([{ provider: 'wechat.unionid', subject: 'mei' }])).toMatchObject({
      account: into,
    });
    expect((await stores.oidcPermissions.scopesOf(into, 'partner')).toSorted()).toEqual(['email', 'openid', 'phone']);
    // Applications knew the person by the id that is gone.
    expect(await stores.oidcRecords.find('AccessToken', 'token')).toBeUndefined();
    expect(await stores.oidcLogouts.takeDue()).toMatchObject([{ client: 'partner', account: from }]);
    expect((await sameBrowser(services, browser).get('/user/accounts/me')).status).toBe(401);
    const { signInWithPasskey } = passkeyHelpers(services);
    expect(await signInWithPasskey(services.browser(), authenticator)).toMatchObject({ code: 0, data: { ouid: into } });
    // The password of the first account is gone, also under the number that has moved.
    expect((await services.browser().signIn(mobile, password)).code).not.toBe(0);
    expect(await services.browser().signIn(mobile, 'Another-2026')).toMatchObject({ data: { ouid: into } });
  });

  const acts = (await auditOf(into)).filter(({ actor }) => actor === 'operator');
  expect(acts).toMatchObject([{ type: 'accountMerged', details: { command: 'people merge', by: 'lin (ops)', from } }]);
  expect(await auditOf(from)).toMatchObject([
    { type: 'accountErased', actor: 'operator' },
    { type: 'accountMerged', details: { into } },
    { type: 'signIn' },
  ]);
  expect(mail.sentTo(email)[0]).toMatchObject({ subject: 'Yunzhang: Another account was merged into yours' });
});

test('people merge refuses conflicts in words and changes nothing', async () => {
  const [first, second] = await inService(async ({ addAccount }) => [
    await addAccount({ mobile: '13800000003', email: 'a@example.com', name: '梅' }),
    await addAccount({ mobile: '13800000004', email: 'b@example.com', name: '林' }),
  ]);
  expect(await people('merge', '13800000003', 'b@example.com', '--yes')).toEqual({
    code: 1,
    stdout: '',
    stderr: [
      'Both have a mobile number, 138****0003 and 138****0004: the person removes one of them first',
      'Both have an e-mail address, a***@example.com and b***@example.com: the person removes one of them first',
      'Their names differ: they are accounts of two people, or one name has to be corrected first',
    ].join('\n'),
  });
  expect(await people('merge', '13800000003', 'a@example.com')).toMatchObject({
    code: 1,
    stderr: '13800000003 and a@example.com are the same account',
  });
  expect([await auditOf(first), await auditOf(second)]).toEqual([[], []]);
});

test('people merge: what is new in the remaining account stays so, whatever was new in the first', async () => {
  const [mobile, email] = ['13800000071', 'newer@example.com'];
  const inHours = (count: number) => new Date(Date.now() + hours(count)).toISOString();
  const own = { wechat: { by: ['sms'], until: inHours(1) } };
  const into = await inService(async ({ addAccount, stores }) => {
    // An app that it has unlinked, and one that text messages have linked to the other.
    await stores.accounts.setNewFactor(await addAccount({ email }), 'wechat', { by: ['mail'], until: inHours(72) });
    const second = await addAccount({ mobile });
    await stores.accounts.setNewFactor(second, 'wechat', own.wechat);
    return second;
  });
  await json('merge', email, mobile, '--yes');
  const newFactors = (await inStores(({ accounts }) => accounts.findByOuid(into)))?.newFactors;
  expect(newFactors).toEqual({ ...own, mail: expect.anything() });
});

test('people merge: what the first account does not give to the other does not count as new there', async () => {
  const [mobile, email] = ['13800000081', 'erased@example.com'];
  const until = new Date(Date.now() + hours(1)).toISOString();
  const own = { by: ['mail'], until };
  const into = await inService(async ({ addAccount, stores }) => {
    const first = await addAccount({ mobile });
    const later = new Date(Date.now() + hours(72)).toISOString();
    for (const factor of ['password', 'totp', 'backupCode'])
      await stores.accounts.setNewFactor(first, factor, { by: ['sms'], until: later });
    const second = await addAccount({ email });
    await stores.accounts.setNewFactor(second, 'password', own);
    return second;
  });
  await json('merge', mobile, email, '--yes');
  const newFactors = (await inStores(({ accounts }) => accounts.findByOuid(into)))?.newFactors;
  expect(newFactors).toEqual({ password: own, sms: expect.anything() });
});

test('people merge: for 72 hours what has moved is one factor with the password and the contacts [D-48]', async () => {
  const [mobile, email] = ['13800000091', 'victim@example.com'];
  const authenticator = await inService(async (services) => {
    await services.addAccount({ email, password, lastSignInAt: new Date(0) });
    return passkeyHelpers(services).storePasskey(await services.addAccount({ mobile }));
  });
  await json('merge', mobile, email, '--yes');
  await inService(async (services) => {
    const thief = services.browser();
    expect(await passkeyHelpers(services).signInWithPasskey(thief, authenticator)).toMatchObject({ code: 0 });
    const proof = { credentials: sha256Hex(password) };
    expect(await thief.post('/user/accounts/proof/password', proof)).toMatchObject({ code: 0 });
    expect((await thief.get('/user/accounts/me')).data['sessions']).toMatchObject([{ factors: ['support'] }]);
    expect(await thief.post('/user/accounts/contacts/email/remove')).toMatchObject({
      code: resultCodes.needsFreshProof,
    });
  });
});
