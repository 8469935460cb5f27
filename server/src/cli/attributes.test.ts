import { expect, test } from 'vitest';
import { peopleCommands } from '../../test/support/flows/people-commands.ts';
import { testCli } from '../../test/support/test-cli.ts';

const { database, people, addAccount, inStores } = await peopleCommands();
const foyer = testCli(database);
const attributes = (...args: string[]) => foyer('attributes', ...args);

test('attributes are declared, changed, listed and removed, with a record', async () => {
  expect((await attributes('list')).stdout).toBe('No attribute has been declared yet.');
  const put = ['put', 'department', '--type', 'string', '--scope', 'employment'];
  expect(await attributes(...put, '--label', 'Department', '--label-zh', '部门')).toEqual({
    code: 0,
    stdout: 'department  string  employment  first party  部门  Department',
    stderr: '',
  });
  expect(JSON.parse((await attributes('put', 'department', '--third-party', '--json')).stdout)).toEqual({
    name: 'department',
    type: 'string',
    scope: 'employment',
    label: 'Department',
    labels: { 'zh-CN': '部门' },
    thirdParty: true,
  });
  expect((await attributes('list')).stdout).toBe('department  string  employment  third party too  部门  Department');

  const ouid = await addAccount({ mobile: '13800000501' });
  await people('set', ouid, 'department=Sales');
  expect((await attributes('put', 'department', '--type', 'number')).stderr).toBe(
    'department has values of the type string: remove it first, with them',
  );
  expect((await attributes('remove', 'department')).stdout).toBe(
    'Would remove department, which 1 people have.\nNothing was changed. Add --yes to do it.',
  );
  expect((await attributes('remove', 'department', '--yes')).stdout).toBe('Removed department, which 1 people had.');
  expect(await inStores((stores) => stores.attributes.listByAccount(ouid))).toEqual([]);
  const trail = await inStores(({ audit }) => audit.list({ limit: 10 }));
  expect(trail.filter(({ details }) => details['attribute'] === 'department')).toMatchObject([
    { details: { command: 'attributes remove', by: 'ops' } },
    { details: { command: 'attributes put' } },
    { details: { command: 'attributes put' } },
  ]);
});

test('an attribute and an API have no scope in common', async () => {
  const api = ['apis', 'put', 'https://api.example.com', '--scope'];
  await foyer(...api, 'read');
  expect((await attributes('put', 'level', '--type', 'number', '--scope', 'read')).stderr).toBe(
    'read is a scope of the API https://api.example.com: give another one',
  );
  await attributes('put', 'level', '--type', 'number', '--scope', 'work');
  expect((await foyer(...api, 'work')).stderr).toBe('work is the scope of the attribute level: give another one');
});

test.each([
  [['put', 'new'], 'new is new: give --type and --scope'],
  [['put', 'sub', '--type', 'string', '--scope', 'x'], 'sub: tokens have a claim of this name already'],
  [['remove', 'none'], 'none: there is no such attribute'],
] as const)('attributes %j is refused', async (args, reason) => {
  expect(await attributes(...args)).toEqual({ code: 1, stdout: '', stderr: reason });
});
