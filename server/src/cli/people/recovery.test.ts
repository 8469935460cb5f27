import { hours } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { peopleCommands } from '../../../test/support/flows/people-commands.ts';
import { testMailServer } from '../../../test/support/flows/test-mail.ts';

const messages = await testMailServer();
const { people, json, addAccount, inStores, auditOf } = await peopleCommands(messages.env);

/** A person for whom a recovery waits. */
async function addWaiting(mobile: string) {
  const contacts = { mobile, email: `${mobile}@example.com` };
  const ouid = await addAccount({ ...contacts, secondFactor: true });
  await inStores(async ({ waitingContactChanges }) => {
    const both = Object.values(contacts).join(' ');
    const asked = { account: ouid, kind: 'secondFactor', before: both, after: both } as const;
    await waitingContactChanges.ask({ ...asked, reason: 'mail, password', askedBy: 'person' });
  });
  return ouid;
}

test.each([
  ['reset-second-factor', 'it would remove what the person sets up next', 'secondFactorReset', ['--yes']],
  ['disable', 'its thief may know the proofs when the account is enabled again', 'accountDisabled', []],
])('people %s stops a recovery: %s', async (command, _, type, options) => {
  const ouid = await addWaiting(type === 'accountDisabled' ? '13560000003' : '13560000002');
  await json(command, ouid, ...options, '--by', 'mei');
  expect(await json('show', ouid)).toMatchObject({ waiting: [] });
  expect((await auditOf(ouid)).map((event) => event.type).toSorted()).toEqual([type, 'recoveryStopped'].toSorted());
});

test('people merge stops a recovery, which would remove the passkeys that have moved', async () => {
  const ouid = await addWaiting('13560000004');
  const other = await addAccount({});
  await json('merge', other, ouid, '--yes', '--by', 'mei');
  expect(await json('show', ouid)).toMatchObject({ waiting: [] });
  expect((await auditOf(ouid)).map(({ type }) => type)).toContain('recoveryStopped');
});

test('people show lists a recovery with what was proven, and stop-change stops it and tells the person', async () => {
  const email = 'recovery@example.com';
  const ouid = await addAccount({ mobile: '13560000001', email, language: 'en-US' });
  const contacts = `13560000001 ${email}`;
  await inStores(async ({ waitingContactChanges }) => {
    const asked = { account: ouid, kind: 'secondFactor', before: contacts, after: contacts } as const;
    const { id } = (await waitingContactChanges.ask({ ...asked, reason: 'sms, password', askedBy: 'person' }))!;
    await waitingContactChanges.start(id, new Date(Date.now() + hours(72)));
  });
  const { waiting } = (await json('show', ouid)) as { waiting: unknown[] };
  expect(waiting).toMatchObject([{ kind: 'secondFactor', after: null, askedBy: 'person', reason: 'sms, password' }]);
  expect((await people('show', ouid)).stdout).toMatch(
    /Waiting +second factor reset on \S+ .*asked by person: sms, password/,
  );

  expect(await json('stop-change', ouid, '--by', 'mei')).toMatchObject({ account: ouid, stopped: ['secondFactor'] });
  expect((await auditOf(ouid)).map(({ type, actor }) => [type, actor])).toEqual([['recoveryStopped', 'operator']]);
  expect(messages.sentTo(email)[0]).toMatchObject({
    subject: 'Yunzhang: Your two-step verification will not be reset',
  });
  expect(await json('stop-change', ouid, '--by', 'mei')).toMatchObject({ stopped: [], notices: [] });
});
