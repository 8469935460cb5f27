import { expect, test } from 'vitest';
import { peopleCommands } from '../../../test/support/flows/people-commands.ts';
import { testRequestContext } from '../../../test/support/test-request-context.ts';

const { people, addAccount, inStores } = await peopleCommands();
const [mei, ben] = [await addAccount({ mobile: '13800000001' }), await addAccount({ mobile: '13800000002' })];
const record = (account: string, type: 'signIn' | 'signedOut') =>
  inStores(({ audit }) =>
    audit.record({ account, type, method: 'code', details: { factors: ['sms'] } }, testRequestContext('b')),
  );
await record(mei, 'signIn');
await record(ben, 'signIn');
await record(mei, 'signedOut');

/** The rows that the command prints, one JSON text in each line. */
async function rows(...args: string[]) {
  const { code, stdout, stderr } = await people('audit', ...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { account: string; type: string });
}
/** Without the rows that other tests add. */
const summary = async (...args: string[]) =>
  (await rows(...args))
    .filter(({ account }) => [mei, ben].includes(account))
    .map(({ account, type }) => [account, type]);

test('people audit prints JSON lines, the newest first', async () => {
  const [newest] = await rows(mei);
  expect(newest).toEqual({
    id: expect.any(Number),
    at: expect.any(String),
    account: mei,
    type: 'signedOut',
    actor: 'person',
    method: 'code',
    factor: null,
    details: { factors: ['sms'] },
    device: 'Chrome · Windows',
    address: '203.0.113.*',
    requestId: 'r',
  });
  expect(await summary()).toEqual([
    [mei, 'signedOut'],
    [ben, 'signIn'],
    [mei, 'signIn'],
  ]);
});

test('people audit filters by person, type, time and number', async () => {
  expect(await summary('13800000002')).toEqual([[ben, 'signIn']]);
  expect(await summary('--type', 'signedOut')).toEqual([[mei, 'signedOut']]);
  expect(await summary(mei, '--limit', '1')).toEqual([[mei, 'signedOut']]);
  expect(await summary('--since', '1d', '--type', 'signIn')).toHaveLength(2);
  expect(await summary('--since', '2020-01-31')).toHaveLength(3);
  expect(await summary('--since', '2999-01-31T08:00:00Z')).toEqual([]);
});

test('people audit prints a line for each event, with who did it', async () => {
  const locked = await addAccount({ mobile: '13800000004' });
  await people('unlock', locked, '--by', 'lin');
  const { stdout } = await people('audit', locked, '--type', 'limitsCleared');
  expect(stdout).toMatch(
    /^20\S+ {2}\S{22} {2}limitsCleared {2}operator {2}npx foyer {2}by=lin \(ops\) {2}command=people unlock$/,
  );
});

test('people audit shows what happened to an account that is erased', async () => {
  const ouid = await addAccount({ mobile: '13800000003' });
  await record(ouid, 'signIn');
  await inStores(({ accounts }) => accounts.erase(ouid));
  expect(await rows(ouid)).toMatchObject([{ account: ouid, type: 'signIn' }]);
});

test.each([
  [['--since', 'yesterday'], /give a date or time such as 2026-01-31/],
  [['--since', '2026-13-31'], /give a date or time such as 2026-01-31/],
  [['--type', 'signin'], /Allowed choices are accountCreated, signIn/],
  [['--limit', '0'], /give a number from 1 to 10000/],
])('people audit %j exits with 2 and says what would be right', async (args, problem) => {
  const { code, stderr } = await people('audit', ...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(problem);
});
