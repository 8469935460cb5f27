import { expect, test } from 'vitest';
import { databaseOf, testAppForFile } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';

const services = await testAppForFile();
const { addAccount, stores } = services;
const run = (...args: string[]) => testCli(databaseOf(services))('id-numbers', ...args);

test('an operator lists the claimed ID numbers and confirms the one that the company has confirmed [D-15]', async () => {
  expect((await run('list')).stdout).toBe('No ID number waits to be confirmed.');
  const mobile = '13800138004';
  const claimed = '11010119900307123X';
  const ouid = await addAccount({ mobile, name: '尹尔', idNumber: '110101199003071111' });
  await stores.realNames.claimIdNumber(ouid, claimed);

  const listed = await run('list', '--json');
  expect(JSON.parse(listed.stdout)).toEqual([
    { account: ouid, principal: '138****8004', claimedAt: expect.any(String) },
  ]);
  expect(listed.stdout).not.toContain(claimed);

  expect(await run('confirm', mobile, '110101199003079999')).toMatchObject({
    code: 1,
    stderr: `${mobile}: this ID number does not wait to be confirmed`,
  });
  expect(await run('confirm', '13800138999', claimed)).toMatchObject({
    code: 1,
    stderr: '13800138999: there is no such account',
  });
  expect(await run('confirm', '+86 138-0013-8004', '110101 19900307 123x')).toMatchObject({
    code: 0,
    stdout: 'Confirmed. The person can sign in with its last four characters.',
  });
  expect(await stores.accounts.findByOuid(ouid)).toMatchObject({ idNumber: claimed });
  expect(await stores.audit.listByAccount(ouid)).toMatchObject([
    { type: 'operatorCommand', actor: 'operator', details: { command: 'id-numbers confirm' } },
  ]);
  expect(JSON.parse((await run('list', '--json')).stdout)).toEqual([]);
});
