import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { chooserHelpers, chooserPages } from '../../../test/support/flows/test-chooser.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';

/* A code to sign in that is entered in another tab of the browser that asked for it. */

const services = await testAppForFile({ env: codeTestSettings, appOptions: { pages: chooserPages } });
const { send, sendByHandle, verify, commit, lastMessageTo } = codeHelpers(services);
const { cardsIn, signedIn } = chooserHelpers(services, 13580000000);
let numbers = 13590000000;
const newMobile = () => String((numbers += 1));
const tooSoon = { status: 429, code: resultCodes.codeTooSoon };

test('a tab that asks again too soon can enter the code that was sent, and sign in with it', async () => {
  const mobile = newMobile();
  const browser = services.browser();
  const first = await send(browser, mobile);
  const code = lastMessageTo(mobile)?.code;
  const again = await send(browser, mobile);
  expect(again).toMatchObject({ ...tooSoon, data: { serviceId: first.data['serviceId'] } });
  expect(again.data).not.toHaveProperty('sentTo');
  expect(await verify(browser, again.data['serviceId'], code)).toMatchObject({ code: 0 });
  expect(await commit(browser, mobile, String(again.data['serviceId']), { agreed: true })).toMatchObject({ code: 0 });
});

test('the refusal names the masked recipient where an account was chosen', async () => {
  const browser = services.browser();
  const { mobile } = await signedIn(browser);
  const [card] = (await cardsIn(browser)) ?? [];
  const first = await sendByHandle(browser, card!.handle, 'REGISTER_LOGIN');
  expect(await sendByHandle(browser, card!.handle, 'REGISTER_LOGIN')).toMatchObject({
    ...tooSoon,
    data: { serviceId: first.data['serviceId'], sentTo: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` },
  });
});

test('another browser, another purpose, another recipient and a code that was entered get none', async () => {
  const mobile = newMobile();
  const browser = services.browser();
  const first = await send(browser, mobile);
  expect((await send(services.browser(), mobile)).data).not.toHaveProperty('serviceId');
  expect((await send(browser, mobile, 'REGISTER')).data).not.toHaveProperty('serviceId');
  expect((await send(browser, newMobile())).data['serviceId']).not.toBe(first.data['serviceId']);
  await verify(browser, first.data['serviceId'], lastMessageTo(mobile)?.code);
  expect((await send(browser, mobile)).data).not.toHaveProperty('serviceId');
  services.moveClock(minutes(1));
  expect(await send(browser, mobile)).toMatchObject({ code: 0 });
});
