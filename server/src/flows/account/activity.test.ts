import { agreementVersion } from '@foyer/contract/agreement-version';
import { resultCodes } from '@foyer/contract/result-codes';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { testRequestContext } from '../../../test/support/test-request-context.ts';

const services = await testAppForFile();
const password = 'Foyer-2026';
type Browser = ReturnType<typeof services.browser>;
interface Event {
  id: string;
  type: string;
  current: boolean;
}

let numbers = 13720000000;
async function newPerson() {
  const mobile = String((numbers += 1));
  return { mobile, ouid: await services.addAccount({ mobile, password }) };
}

async function signedIn(mobile: string) {
  const browser = services.browser();
  expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
  return browser;
}

const eventsOf = async (browser: Browser, query = '') =>
  (await browser.get(`/user/accounts/activity${query}`)).data as { events: Event[]; more: boolean };
const isIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;

describe('recent activity', () => {
  test('shows sign-ins and failures of the own account alone, the newest first', async () => {
    const [me, other] = [await newPerson(), await newPerson()];
    await signedIn(other.mobile);
    await services.browser().signIn(me.mobile, 'Wrong-2026');
    services.moveClock(1000);
    const here = await signedIn(me.mobile);
    const { events, more } = await eventsOf(here);
    expect(events).toMatchObject([
      { type: 'signIn', method: 'password', device: 'Chrome · Windows', current: true },
      { type: 'signInFailed', method: 'password', current: false },
    ]);
    expect(more).toBe(false);
    expect(JSON.stringify(events)).not.toContain(me.mobile);
  });

  test('is read page by page', async () => {
    const { mobile, ouid } = await newPerson();
    const browser = await signedIn(mobile);
    const context = testRequestContext('b');
    for (let n = 0; n < 60; n += 1) await services.stores.audit.record({ account: ouid, type: 'provenAgain' }, context);
    const first = await eventsOf(browser);
    const rest = await eventsOf(browser, `?before=${first.events.at(-1)!.id}`);
    expect([first.events.length, first.more, rest.events.length, rest.more]).toEqual([50, true, 11, false]);
    expect(await browser.get('/user/accounts/activity?before=x')).toMatchObject({ status: 400 });
  });

  test.each(['/user/accounts/activity', '/user/accounts/consents'])('%s needs a session', async (path) => {
    expect(await services.browser().get(path)).toMatchObject({ status: 401, code: resultCodes.notSignedIn });
  });
});

describe('"this wasn\'t me"', () => {
  test('ends the session of the event, trust and pending sign-ins, and keeps the own session', async () => {
    const { mobile, ouid } = await newPerson();
    const [intruder, here] = [await signedIn(mobile), await signedIn(mobile)];
    const browserId = 'intruder';
    const token = await services.stores.trustedBrowsers.trust(ouid, { browserId, token: undefined, device: 'Chrome' });
    const { events } = await eventsOf(here);
    const theirs = events.find(({ type, current }) => type === 'signIn' && !current)!;
    expect(await here.post(`/user/accounts/activity/${theirs.id}/disown`)).toMatchObject({
      code: 0,
      data: { sessionEnded: true },
    });
    expect([await isIn(here), await isIn(intruder)]).toEqual([true, false]);
    expect(await services.stores.trustedBrowsers.isTrusted(ouid, { browserId, token })).toBe(false);
    expect((await eventsOf(here)).events[0]).toMatchObject({ type: 'signInDisowned' });
  });

  test('is refused for an event of the own session and for one of another account', async () => {
    const [me, other] = [await newPerson(), await newPerson()];
    const [here, elsewhere] = [await signedIn(me.mobile), await signedIn(other.mobile)];
    const own = (await eventsOf(here)).events[0]!;
    const theirs = (await eventsOf(elsewhere)).events[0]!;
    for (const { id } of [own, theirs])
      expect(await here.post(`/user/accounts/activity/${id}/disown`)).toMatchObject({ code: resultCodes.notFound });
    expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, true]);
  });

  test('says that no session has ended after a failed sign-in', async () => {
    const { mobile } = await newPerson();
    await services.browser().signIn(mobile, 'Wrong-2026');
    services.moveClock(1000);
    const here = await signedIn(mobile);
    const failed = (await eventsOf(here)).events.find(({ type }) => type === 'signInFailed')!;
    expect(await here.post(`/user/accounts/activity/${failed.id}/disown`)).toMatchObject({
      data: { sessionEnded: false },
    });
  });
});

test('agreements are listed with version, language and time', async () => {
  const { mobile } = await newPerson();
  const browser = await signedIn(mobile);
  expect(await browser.get('/user/accounts/consents')).toMatchObject({
    code: 0,
    data: { consents: [{ version: agreementVersion, language: 'zh-CN', inForce: true, agreedAt: expect.any(String) }] },
  });
});
