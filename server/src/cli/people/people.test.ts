import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { testDatabaseForFile } from '../../../test/support/test-app.ts';
import { withStores } from '../command.ts';
import { testCli } from '../../../test/support/test-cli.ts';

const database = await testDatabaseForFile();
const folder = temporaryFolder(afterAll);
const people = (...args: string[]) => testCli(database)('people', ...args);

test('people are imported from a file and from the standard input, and exported', async () => {
  const file = join(folder, 'people.csv');
  writeFileSync(file, 'email,email_verified,created_at\nanna@example.com,true,2020-01-01\nben,true,\n');
  expect(await people('import', file, '--dry-run')).toMatchObject({
    code: 1,
    stdout: 'Would import 1 people; nothing was stored.\nLines refused: 1.',
  });
  const result = await people('import', file, '--json');
  expect(result.code).toBe(1);
  expect(JSON.parse(result.stdout)).toEqual({ imported: 1, refused: 1, doneBefore: 0, namesLeftOut: 0, dryRun: false });
  expect(result.stderr.split('\n').map((line) => JSON.parse(line) as unknown)).toEqual([
    { line: 3, reason: 'email is not an e-mail address' },
    { error: 'Lines that were refused: 1' },
  ]);

  const stdin = '{"email":"cleo@example.com","email_verified":true,"mobile":"13800000003"}';
  expect(await testCli(database, stdin)('people', 'import', '-')).toEqual({
    code: 0,
    stdout: 'Imported 1 people.\nNames left out because they are not verified: 1.',
    stderr: '',
  });

  const { code, stdout } = await people('export', '--format', 'csv');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^[\w-]{22},,,,anna@example\.com,true,,,,,,2020-01-01T00:00:00\.000Z,,,,,$/m);
  // Other tests of this file import others.
  expect(stdout.split('\n').filter((line) => /anna|ben|cleo/.test(line))).toHaveLength(2);
});

test('an export can be imported: it leaves out accounts that are to be erased, and factors that it does not hold', async () => {
  const lines = ['gone', 'app'].map((name) => JSON.stringify({ email: `${name}@example.org`, email_verified: true }));
  await testCli(database, lines.join('\n'))('people', 'import', '-');
  await people('close', 'gone@example.org', '--yes');
  const shown = await people('show', 'app@example.org', '--json');
  const { id } = JSON.parse(shown.stdout) as { id: string };
  await withStores({ ...database, open: database.openDatabase }, async ({ accounts, authenticators }) => {
    await authenticators.save(id, { encryptedSecret: 'encrypted', step: 0 });
    await accounts.setSecondFactor(id, true);
  });
  const { stdout } = await people('export');
  expect(stdout).not.toContain('gone@example.org');
  expect(stdout.split('\n').find((line) => line.includes('app@example.org'))).not.toContain('second_factor');
});

test('how many imported passwords are left is shown, and they can be ended', async () => {
  const none = 'No imported password is left: a wrong password is answered at once.';
  expect(await people('passwords')).toEqual({ code: 0, stdout: none, stderr: '' });
  const hash = '$2a$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW';
  const lines = ['dana', 'emil'].map((name) =>
    JSON.stringify({ email: `${name}@example.com`, email_verified: true, password_hash: hash }),
  );
  await testCli(database, lines.join('\n'))('people', 'import', '-');
  expect((await people('show', 'dana@example.com')).stdout).toMatch(/^Password +of another system$/m);
  expect((await people('passwords')).stdout).toMatch(
    /^Imported passwords left: 2\. The last of them expires at 20\d\d-/,
  );
  expect(JSON.parse((await people('passwords', '--json')).stdout)).toEqual({ left: 2, until: expect.any(String) });
  expect((await people('passwords', '--end')).stdout).toMatch(/^Ended 2 imported passwords\./);
  expect((await people('passwords')).stdout).toBe(none);
});

test.each(['nowhere.csv', folder])('%s cannot be imported', async (path) => {
  const { code, stdout, stderr } = await people('import', path);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/cannot be read: give the path of a file$/);
});
