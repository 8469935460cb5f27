import { expect, test } from 'vitest';
import { peopleCommands } from '../../../test/support/flows/people-commands.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { addClient } from '../../../test/support/flows/test-oidc.ts';

const { people, json, inService, inStores, auditOf } = await peopleCommands(codeTestSettings);
await inService(async (services) => {
  await addClient(services, { id: 'contracts' });
  const createdAt = new Date(services.clock.now());
  const attribute = { scope: 'work', label: 'Work', labels: null, thirdParty: false, createdAt };
  await services.stores.attributes.put({ ...attribute, name: 'department', type: 'string' });
  await services.stores.attributes.put({ ...attribute, name: 'skills', type: 'strings' });
});

test('people add adds a person with everything that an import knows, who signs in by a code', async () => {
  const mobile = '13800000601';
  const options =
    `--mobile ${mobile} --name 林爱丽 --latin-name Alice --language en-US --sub auth0|65f1c0de9a --external-id P-1 ` +
    '--role contracts=editor --role contracts=auditor --group contracts=sales ' +
    '--set department=Sales --set skills=law --set skills=tax';
  const added = await json('add', ...options.split(' '));
  const ouid = 'auth0|65f1c0de9a';
  expect(added).toEqual({ account: ouid });
  expect(await json('show', ouid, '--reveal')).toMatchObject({
    id: ouid,
    externalId: 'P-1',
    mobile,
    name: '林爱丽',
    latinName: 'Alice',
    language: 'en-US',
    password: false,
    roles: [{ client: 'contracts', roles: ['auditor', 'editor'], groups: ['sales'] }],
    attributes: [
      { attribute: 'department', value: 'Sales' },
      { attribute: 'skills', value: ['law', 'tax'] },
    ],
  });
  expect((await auditOf(ouid)).at(-1)).toMatchObject({
    type: 'accountCreated',
    actor: 'operator',
    details: { command: 'people add', by: 'ops' },
  });
  await inService(async (services) => {
    const { sendAndVerify, commit } = codeHelpers(services);
    const browser = services.browser();
    const signedIn = await commit(browser, mobile, await sendAndVerify(browser, mobile));
    expect(signedIn).toMatchObject({ code: 0, data: { ouid } });
  });
});

test('people add gives a new id where none is given', async () => {
  const { stdout } = await people('add', '--email', 'new@example.com');
  const [, id] = /^Added n\*{3}@example\.com, with the id ([\w-]{22})\.$/.exec(stdout) ?? [];
  expect(await inStores(({ accounts }) => accounts.findByOuid(id!))).toMatchObject({ email: 'new@example.com' });
});

test.each([
  [[], 'has neither mobile nor email'],
  [['--mobile', '123'], 'mobile is not a mobile number of mainland China'],
  [['--email', 'taken@example.com'], 'the email already belongs to an account'],
  [['--email', 'other@example.com', '--sub', 'taken'], /^the sub already belongs to an account \(erased ones count\)$/],
  [['--email', 'other@example.com', '--role', 'other=x'], 'roles names an application that there is not'],
  [['--email', 'other@example.com', '--set', 'salary=1'], 'attributes.salary is not a known field'],
  [
    ['--email', 'other@example.com', '--set', 'department=a', '--set', 'department=b'],
    /^attributes\.department is not a text/,
  ],
] as const)('people add %j is refused', async (args, reason) => {
  await people('add', '--email', 'taken@example.com', '--sub', 'taken');
  const { code, stderr } = await people('add', ...args);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(reason) });
});
