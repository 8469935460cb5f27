import { expect, test } from 'vitest';
import { peopleCommands } from '../../../test/support/flows/people-commands.ts';
import { testCli } from '../../../test/support/test-cli.ts';

const { database, people, json, inStores, addAccount, auditOf } = await peopleCommands();
const attributes = (...args: string[]) => testCli(database)('attributes', ...args);
await attributes('put', 'department', '--type', 'string', '--scope', 'employment');
await attributes('put', 'skills', '--type', 'strings', '--scope', 'employment');
const valuesOf = (account: string) => inStores((stores) => stores.attributes.listByAccount(account));

test('people set stores and removes attributes; the trail has their names alone', async () => {
  const ouid = await addAccount({ mobile: '13800000401' });
  expect(
    await people('set', '13800000401', 'department=R&D = 1', 'skills=law', 'skills=tax', 'external_id=P-1'),
  ).toEqual({
    code: 0,
    stdout: 'Set department, skills, external_id of 138****0401.',
    stderr: '',
  });
  expect(await valuesOf(ouid)).toEqual([
    { attribute: 'department', value: 'R&D = 1' },
    { attribute: 'skills', value: ['law', 'tax'] },
  ]);
  expect(await json('show', ouid)).toMatchObject({
    externalId: '***',
    attributes: [{ attribute: 'department' }, { attribute: 'skills' }],
  });
  expect((await people('show', ouid, '--reveal')).stdout).toMatch(
    /^Id elsewhere +P-1\n[^]*^Attribute +department {2}R&D = 1\nAttribute +skills {2}law {2}tax$/m,
  );
  await people('set', ouid, 'department=', 'external_id=');
  expect(await valuesOf(ouid)).toEqual([{ attribute: 'skills', value: ['law', 'tax'] }]);
  const trail = await auditOf(ouid);
  expect(trail.at(-1)).toMatchObject({
    type: 'operatorCommand',
    details: { command: 'people set', by: 'ops', attributes: ['department', 'skills', 'external_id'] },
  });
  expect(JSON.stringify(trail)).not.toMatch(/R&D|law|P-1/);
});

test('people set refuses what cannot be, and changes nothing then', async () => {
  const ouid = await addAccount({ mobile: '13800000402' });
  await people('set', await addAccount({ mobile: '13800000403' }), 'external_id=P-9');
  for (const [value, reason] of [
    ['salary=1', 'salary: there is no such attribute: declare it by attributes put salary'],
    ['department', 'department: give name=value'],
    ['external_id=P-9', 'another account has this external_id'],
    [`external_id=${'9'.repeat(256)}`, 'external_id is not one id of up to 255 characters'],
    [`department=${'n'.repeat(256)}`, 'department is not a text of 1 to 255 characters'],
  ] as const)
    expect(await people('set', ouid, 'skills=law', value)).toEqual({ code: 1, stdout: '', stderr: reason });
  const twice = await people('set', ouid, 'department=a', 'department=b');
  expect(twice.stderr).toBe('department is not a text of 1 to 255 characters');
  expect(await valuesOf(ouid)).toEqual([]);
});

test('a merge moves what the remaining account lacks, and refuses two ids elsewhere', async () => {
  const [from, into] = [await addAccount({ mobile: '13800000404' }), await addAccount({ email: 'into@example.com' })];
  await people('set', from, 'department=Sales', 'skills=law', 'external_id=P-4');
  await people('set', into, 'department=Law', 'external_id=P-5');
  expect((await people('merge', from, into)).stderr).toBe(
    'Both have an id in another system: take one away first (npx foyer people set PERSON external_id=)',
  );
  await people('set', into, 'external_id=');
  expect(await people('merge', from, into, '--yes')).toMatchObject({ code: 0 });
  expect(await valuesOf(into)).toEqual([
    { attribute: 'department', value: 'Law' },
    { attribute: 'skills', value: ['law'] },
  ]);
  expect(await json('show', into, '--reveal')).toMatchObject({ externalId: 'P-4' });
});
