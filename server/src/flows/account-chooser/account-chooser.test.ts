import { agreementVersion } from '@foyer/contract/agreement-version';
import { resultCodes } from '@foyer/contract/result-codes';
import { days, minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { chooserHelpers, chooserPages } from '../../../test/support/flows/test-chooser.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { createBrowser } from '../../../test/support/test-browser.ts';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config/read-config.ts';
import { rememberedLimits as limits } from '../../store/sign-in/remembered-accounts.ts';
import { rememberedAccounts } from '../../store/schema/browser-schema.ts';
import { accounts } from '../../store/schema/schema.ts';
import { sweep } from '../../store/sweep.ts';

const services = await testAppForFile({ env: codeTestSettings, appOptions: { pages: chooserPages } });
const { sendByHandle, verify, lastMessageTo, loginParams } = codeHelpers(services);
const db = services.database.sql;
const { password, newMobile, signedIn, cardsIn, withHandle } = chooserHelpers(services, 13500000000);

describe('the sign-in page', () => {
  test('offers the accounts that have signed in with the browser, masked, the last used first', async () => {
    const browser = services.browser();
    const first = await signedIn(browser, { name: '林爱丽', latinName: 'Alice Lin' });
    services.moveClock(minutes(1));
    const email = `mei${newMobile()}@example.com`;
    await signedIn(browser, { mobile: null, email });
    const [second] = (await cardsIn(browser)) ?? [];
    expect(await cardsIn(browser, '/login/web', { 'accept-language': 'en' })).toEqual([
      { handle: second?.handle, account: 'm***@example.com', kind: 'email', method: 'password' },
      {
        handle: expect.stringMatching(/^[\w-]{43}$/),
        account: `${first.mobile.slice(0, 3)}****${first.mobile.slice(-4)}`,
        kind: 'mobile',
        name: 'A********',
        method: 'password',
      },
    ]);
    expect((await cardsIn(browser))?.[1]?.name).toBe('林**');
  });

  test('offers nothing in a browser in which no one has signed in', async () => {
    await signedIn(services.browser());
    expect(await cardsIn(services.browser())).toBeUndefined();
  });

  test('offers nothing when the sign-in failed or the person has not agreed yet', async () => {
    const browser = services.browser();
    const mobile = newMobile();
    await services.addAccount({ mobile, password, agreed: false });
    await browser.signIn(mobile, 'Wrong-2026');
    expect(await cardsIn(browser)).toBeUndefined();
    expect(await browser.signIn(mobile, password)).toMatchObject({ data: { needAgreement: true } });
    expect(await cardsIn(browser)).toBeUndefined();
    await browser.put('/v1/accounts/agreement', { version: agreementVersion });
    expect(await cardsIn(browser)).toHaveLength(1);
  });

  test.each([
    ['the URL fixes the account', '/login/web?account=13800138000'],
    ['the URL prefills the account', '/login/web?localAccount=13800138000'],
    ['the URL asks for a company', '/login/web?appSsoLogin=1'],
    ['it is another page', '/regist'],
  ])('offers nothing where %s', async (_, url) => {
    const browser = services.browser();
    await signedIn(browser);
    expect(await cardsIn(browser)).toHaveLength(1);
    expect(await cardsIn(browser, url)).toBeUndefined();
  });

  test('keeps the accounts after a sign-out, and says how the person signed in last', async () => {
    const browser = services.browser();
    const { mobile } = await signedIn(browser);
    const [card] = (await cardsIn(browser)) ?? [];
    const sent = await sendByHandle(browser, card?.handle, 'REGISTER_LOGIN');
    const { serviceId } = sent.data;
    await verify(browser, serviceId, lastMessageTo(mobile)?.code);
    await browser.post('/login/commit', { preServiceId: card?.handle, serviceId, loginParams });
    await browser.post('/user/accounts/logout', { everywhere: true });
    expect(await cardsIn(browser)).toEqual([{ ...card, method: 'code' }]);
  });

  test(`offers the last ${limits.max} accounts only`, async () => {
    const browser = services.browser();
    const people = [];
    for (let i = 0; i <= limits.max; i += 1) {
      people.push(await signedIn(browser));
      services.moveClock(minutes(1));
    }
    const offered = (await cardsIn(browser))?.map(({ account }) => account.slice(-4));
    expect(offered).toEqual(
      people
        .slice(1)
        .toReversed()
        .map(({ mobile }) => mobile.slice(-4)),
    );
    const [oldest] = people;
    expect(await db.select().from(rememberedAccounts).where(eq(rememberedAccounts.account, oldest!.ouid))).toEqual([]);
  });

  test('forgets an account that has not been used for 90 days', async () => {
    const browser = services.browser();
    const { ouid } = await signedIn(browser);
    const [card] = (await cardsIn(browser)) ?? [];
    services.moveClock(days(90) - 1);
    expect(await cardsIn(browser)).toHaveLength(1);
    services.moveClock(1);
    expect(await cardsIn(browser)).toBeUndefined();
    expect(await withHandle(browser, card?.handle)).toMatchObject({ code: resultCodes.unknownServiceId });
    services.moveClock(1);
    await sweep(db, services.clock.now());
    expect(await db.select().from(rememberedAccounts).where(eq(rememberedAccounts.account, ouid))).toEqual([]);
  });

  test('forgets an account that is disabled, even when it is enabled again', async () => {
    const browser = services.browser();
    const { ouid } = await signedIn(browser);
    const setDisabled = (disabledAt: Date | null) =>
      db.update(accounts).set({ disabledAt }).where(eq(accounts.ouid, ouid));
    await setDisabled(new Date(services.clock.now()));
    expect(await cardsIn(browser)).toBeUndefined();
    await setDisabled(null);
    expect(await cardsIn(browser)).toBeUndefined();
  });

  test('leaves out an account that is being closed, until it is kept', async () => {
    const browser = services.browser();
    const { ouid } = await signedIn(browser);
    const [card] = (await cardsIn(browser)) ?? [];
    const setClosing = (closesAt: Date | null) => db.update(accounts).set({ closesAt }).where(eq(accounts.ouid, ouid));
    await setClosing(new Date(services.clock.now() + days(14)));
    expect(await cardsIn(browser)).toBeUndefined();
    expect(await withHandle(browser, card?.handle)).toMatchObject({ code: resultCodes.unknownServiceId });
    await setClosing(null);
    expect(await cardsIn(browser)).toEqual([card]);
  });

  test('forgets an account that is deleted', async () => {
    const browser = services.browser();
    const { ouid } = await signedIn(browser);
    await db.delete(accounts).where(eq(accounts.ouid, ouid));
    expect(await cardsIn(browser)).toBeUndefined();
  });

  test('gives the browser nothing to store but its random id', async () => {
    const browser = services.browser();
    const { mobile, ouid } = await signedIn(browser, { name: '林爱丽' });
    const before = [...browser.jar];
    const response = await browser.send({ method: 'GET', url: '/login/web' });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.headers['cache-control']).toBe('no-store');
    expect([...browser.jar]).toEqual(before);
    for (const text of [response.body, ...browser.jar.values()])
      for (const secret of [mobile, ouid, '爱丽']) expect(text).not.toContain(secret);
  });
});

test('with ACCOUNT_CHOOSER=off nothing is remembered, offered or accepted', async () => {
  const config = { ...services.config, accountChooser: false };
  const app = await createApp({ ...services, config, codeRecipients: {} }, { pages: chooserPages });
  const before = services.browser();
  await signedIn(before);
  const [card] = (await cardsIn(before)) ?? [];
  const browser = createBrowser(app, config);
  for (const [name, value] of before.jar) browser.jar.set(name, value);
  expect(await cardsIn(browser)).toBeUndefined();
  expect(await withHandle(browser, card?.handle)).toMatchObject({ code: resultCodes.unknownServiceId });
  const { ouid } = await signedIn(browser);
  expect(await db.select().from(rememberedAccounts).where(eq(rememberedAccounts.account, ouid))).toEqual([]);
  await app.close();
});

test('ACCOUNT_CHOOSER is on unless it is turned off', () => {
  expect(readConfig({}).accountChooser).toBe(true);
  expect(readConfig({ ACCOUNT_CHOOSER: 'off' }).accountChooser).toBe(false);
});

test('the sign-in page opens without its accounts while the database is away', async () => {
  const browser = services.browser();
  await signedIn(browser);
  const list = () => Promise.reject(new Error('away'));
  const stores = { ...services.stores, rememberedAccounts: { ...services.stores.rememberedAccounts, list } };
  const app = await createApp({ ...services, stores, codeRecipients: {} }, { pages: chooserPages });
  const other = createBrowser(app, services.config);
  for (const [name, value] of browser.jar) other.jar.set(name, value);
  const response = await other.send({ method: 'GET', url: '/login/web' });
  expect(response.statusCode).toBe(200);
  expect(JSON.parse(response.body)).toEqual({ locked: false });
  await app.close();
});
