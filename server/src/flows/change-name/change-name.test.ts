import { resultCodes } from '@foyer/contract/result-codes';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';

const services = await testAppForFile();
const password = 'Foyer-2026';
const path = '/user/accounts/name';

let numbers = 13880000000;
async function signedIn(
  more: Parameters<typeof services.addAccount>[0] = {},
  options?: Parameters<typeof services.browser>[0],
) {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password, ...more });
  const browser = services.browser(options);
  expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
  const me = async () => (await browser.get('/user/accounts/me')).data;
  return { ouid, browser, me };
}

test('a person gives a name, and changes it', async () => {
  const { browser, me } = await signedIn();
  expect(await me()).not.toHaveProperty('name');
  expect(await browser.post(path, { name: ' 林\u202e小美 ' })).toMatchObject({ code: 0, data: null });
  expect(await me()).toMatchObject({ name: '林小美', canChangeName: true });
  expect(await browser.post(path, { name: 'Mei Lin' })).toMatchObject({ code: 0 });
  expect(await me()).toMatchObject({ name: 'Mei Lin' });
});

test('the new name also replaces the one in Latin letters', async () => {
  const { browser, me } = await signedIn({ name: '林爱丽', latinName: 'Alice Lin' }, { language: 'en-US' });
  expect(await me()).toMatchObject({ name: 'Alice Lin' });
  expect(await browser.post(path, { name: '林爱' })).toMatchObject({ code: 0 });
  expect(await me()).toMatchObject({ name: '林爱' });
});

test.each(['', '  ', '\u202e\u0000', 'x'.repeat(101)])('%j is no name', async (name) => {
  const { browser } = await signedIn();
  expect(await browser.post(path, { name })).toMatchObject({ code: resultCodes.malformed });
});

test.each([
  ['verified', async (ouid: string) => services.stores.realNames.markRealNameVerified(ouid), {}],
  ['one of an ID number', async () => {}, { idNumber: '11010119900307123X', identityCheckedAt: new Date(0) }],
])('a name that is %s cannot be changed [DG-04]', async (_, put, more) => {
  const { browser, ouid, me } = await signedIn({ name: '林爱丽', ...more });
  await put(ouid);
  expect(await browser.post(path, { name: '林大伟' })).toMatchObject({ code: resultCodes.nameOnRecord });
  expect(await me()).toMatchObject({ name: '林爱丽', canChangeName: false });
});
