import { exportSections } from '@foyer/contract/personal-data-names';
import { expect, test } from 'vitest';
import { peopleCommands } from '../../../test/support/flows/people-commands.ts';
import { testMailServer } from '../../../test/support/flows/test-mail.ts';

const mail = await testMailServer();
const { people, addAccount, auditOf } = await peopleCommands(mail.env);

test('people export of one person writes what the account page exports, and the person learns of it', async () => {
  const email = 'export@example.com';
  const ouid = await addAccount({ email, language: 'en-US', newFactors: {} });
  await addAccount({ email: 'other@example.com' });
  const { code, stdout } = await people('export', email, '--by', 'mei');
  expect(code).toBe(0);
  const data = JSON.parse(stdout) as Record<string, unknown[]>;
  expect(Object.keys(data)).toEqual(['exportedAt', ...exportSections]);
  expect(data['account']).toMatchObject([{ ouid, email }]);
  expect(data['auditEvents']).toMatchObject([{ type: 'dataExported', actor: 'operator' }]);
  expect(stdout).not.toMatch(/other@example|mei/);
  expect((await auditOf(ouid))[0]).toMatchObject({
    details: { command: 'people export', by: 'mei (ops)', format: 'json' },
  });
  expect(mail.sentTo(email)[0]).toMatchObject({ subject: 'Yunzhang: Your data was exported' });
});

test('options of the export of everyone are refused for one person', async () => {
  const ouid = await addAccount({ email: 'options@example.com' });
  for (const options of [['--with-password-hashes'], ['--format', 'csv']])
    expect(await people('export', ouid, ...options)).toMatchObject({ code: 1, stdout: '' });
  expect(await auditOf(ouid)).toEqual([]);
});
