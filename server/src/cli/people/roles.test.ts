import { expect, test } from 'vitest';
import { peopleCommands } from '../../../test/support/flows/people-commands.ts';
import { addClient } from '../../../test/support/flows/test-oidc.ts';

const { people, json, inService, inStores, addAccount, auditOf } = await peopleCommands();
await inService(async (services) => {
  for (const id of ['contracts', 'archive']) await addClient(services, { id });
});

test('people grant and revoke say what a person is at an application, with a record', async () => {
  const [mobile, email] = ['13800000301', 'role@example.com'];
  const ouid = await addAccount({ mobile, email });
  expect(
    await people('grant', mobile, 'contracts', '--role', 'editor', '--role', 'auditor', '--group', 'sales'),
  ).toEqual({
    code: 0,
    stdout: '138****0301 at contracts: roles auditor, editor; groups sales',
    stderr: '',
  });
  expect(await json('grant', email, 'archive', '--role', 'owner')).toEqual({
    account: ouid,
    client: 'archive',
    roles: ['owner'],
    groups: [],
  });
  expect(await json('grant', email, 'contracts', '--role', 'editor', '--group', 'law')).toMatchObject({
    roles: ['auditor', 'editor'],
    groups: ['law', 'sales'],
  });
  expect(await json('revoke', ouid, 'contracts', '--role', 'editor')).toMatchObject({ roles: ['auditor'] });
  expect((await people('show', ouid)).stdout).toMatch(
    /^At +archive {2}roles owner\nAt +contracts {2}roles auditor; groups law, sales$/m,
  );
  expect((await people('revoke', ouid, 'contracts')).stdout).toBe('138****0301 at contracts: no roles and no groups');
  expect(await json('show', ouid)).toMatchObject({ roles: [{ client: 'archive', roles: ['owner'], groups: [] }] });
  expect(await auditOf(ouid)).toMatchObject([
    { details: { command: 'people revoke', client: 'contracts', roles: [], groups: [] } },
    { details: { command: 'people revoke', client: 'contracts', roles: ['editor'] } },
    { details: { command: 'people grant' } },
    { details: { command: 'people grant', client: 'archive', by: 'ops' } },
    {
      type: 'operatorCommand',
      details: { command: 'people grant', client: 'contracts', roles: ['editor', 'auditor'] },
    },
  ]);
});

test.each([
  [['grant', 'contracts'], 'give --role or --group'],
  [['grant', 'other', '--role', 'editor'], 'other: there is no such application'],
  [['grant', 'contracts', '--role', 'an editor'], 'an editor: give 1 to 100 characters without spaces and commas'],
  [['grant', 'contracts', '--group', ''], ': give 1 to 100 characters without spaces and commas'],
  [['revoke', 'contracts', '--role', 'editr'], 'the person has no editr at contracts, but no roles and no groups'],
] as const)('people %j is refused, and changes nothing', async ([command, ...args], reason) => {
  const ouid = await addAccount({ email: 'refused@example.com' }).catch(() => undefined);
  expect(await people(command, 'refused@example.com', ...args)).toEqual({ code: 1, stdout: '', stderr: reason });
  if (ouid) expect(await inStores(({ accountRoles }) => accountRoles.listByAccount(ouid))).toEqual([]);
});

test('a merge keeps the roles of both accounts', async () => {
  const [from, into] = [await addAccount({ mobile: '13800000302' }), await addAccount({ email: 'both@example.com' })];
  await people('grant', from, 'contracts', '--role', 'editor', '--group', 'sales');
  await people('grant', from, 'archive', '--role', 'owner');
  await people('grant', into, 'contracts', '--role', 'auditor', '--role', 'editor');
  await people('merge', from, into, '--yes');
  expect(await inStores(({ accountRoles }) => accountRoles.listByAccount(into))).toEqual([
    { client: 'archive', roles: ['owner'], groups: [] },
    { client: 'contracts', roles: ['auditor', 'editor'], groups: ['sales'] },
  ]);
});
