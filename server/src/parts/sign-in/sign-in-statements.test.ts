import { minutes } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { countStatements } from '../../../test/support/count-statements.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { commit, lastMessageTo, send, sendAndVerify, verify } = codeHelpers(services);
const password = 'Foyer-2026';
const statements = (work: () => Promise<{ code: number }>) =>
  countStatements(services.database.sql, async () => expect(await work()).toMatchObject({ code: 0 }));

test('a password sign-in in a known browser takes seven statements', async () => {
  const mobile = '13370000001';
  await services.addAccount({ mobile, password });
  const browser = services.browser();
  await browser.signIn(mobile, password);
  expect(await statements(() => browser.signIn(mobile, password))).toBe(7);
});

test('the check of a code takes two statements, and the sign-in with it three', async () => {
  const mobile = '13370000002';
  await services.addAccount({ mobile });
  const browser = services.browser();
  await commit(browser, mobile, await sendAndVerify(browser, mobile));
  services.moveClock(minutes(2));
  const serviceId = String((await send(browser, mobile)).data['serviceId']);
  expect(await statements(() => verify(browser, serviceId, lastMessageTo(mobile)?.code))).toBe(2);
  expect(await statements(() => commit(browser, mobile, serviceId))).toBe(3);
});
