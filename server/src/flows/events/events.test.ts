import type { PageEvent } from '@foyer/contract/flows/events';
import { days } from '@foyer/contract/time';
import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { eventCounts } from '../../store/schema/content-schema.ts';
import { sweep } from '../../store/sweep.ts';

const services = await testAppForFile();
const url = '/api/v1/events';
const sql = services.database.sql;

type Browser = ReturnType<typeof services.browser>;

const postBeacon = (browser: Browser, payload: object | string, headers = {}) =>
  browser.send({ method: 'POST', url, payload, headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers } });
const sendEvents = (browser: Browser, events: unknown[], headers = {}) =>
  postBeacon(browser, JSON.stringify({ events }), headers);

async function counted() {
  await services.backgroundTasks.settled();
  const rows = await sql.select().from(eventCounts).orderBy(asc(eventCounts.name), asc(eventCounts.details));
  return rows.map(({ name, details, count }) => [name, ...details, count].join(' '));
}

const tab: PageEvent = { name: 'tab_change', tab: 'authCode' };
const wrongPassword: PageEvent = { name: 'sign_in_result', way: 'password', result: 'refused' };

beforeEach(async () => {
  await services.backgroundTasks.settled();
  await sql.delete(eventCounts);
});

describe('events are counted per day', () => {
  test('each kind separately, also several times in one beacon [AN-03]', async () => {
    const answer = await sendEvents(services.browser(), [tab, wrongPassword, tab, { ...tab, tab: 'user' }]);
    expect(answer.json()).toMatchObject({ code: 0, data: null });
    expect(await counted()).toEqual([
      'sign_in_result password refused 1',
      'tab_change authCode 2',
      'tab_change user 1',
    ]);
  });

  test('redirects and page times as fixed values [AN-01] [AN-02]', async () => {
    await sendEvents(services.browser(), [
      { name: 'url_redirect_analysis', url_source: 'login', url_skip: 'workspace' },
      { name: 'front_init_time_consume', page: 'login', took: '250-500' },
    ]);
    expect(await counted()).toEqual([
      'front_init_time_consume login 250-500 1',
      'url_redirect_analysis login workspace 1',
    ]);
  });

  test('a new day starts a new count, and old counts are deleted after a year', async () => {
    await sendEvents(services.browser(), [tab]);
    services.moveClock(days(1));
    await sendEvents(services.browser(), [tab]);
    await services.backgroundTasks.settled();
    const rows = await sql.select().from(eventCounts);
    expect(rows.map(({ count }) => count)).toEqual([1, 1]);
    await sweep(sql, services.clock.now() + days(400));
    expect(await counted()).toEqual(['tab_change authCode 1']);
    await sweep(sql, services.clock.now() + days(401));
    expect(await counted()).toEqual([]);
  });

  test('concurrent beacons are all counted', async () => {
    const answers = await concurrently(async () => sendEvents(services.browser(), [tab, wrongPassword, tab]));
    expect(await counted()).toEqual([
      `sign_in_result password refused ${answers.length}`,
      `tab_change authCode ${2 * answers.length}`,
    ]);
  });
});

describe('no personal data is stored, whatever is sent [AC-50]', () => {
  const canary = '13800138000';

  test('an unknown event is ignored, and the rest of the beacon is counted', async () => {
    await sendEvents(services.browser(), [
      { name: canary },
      { name: 'tab_change', tab: canary },
      { name: 'url_redirect_analysis', url_source: 'login', url_skip: `/home?account=${canary}` },
      { name: 'front_init_time_consume', page: 'login', took: 13800138000 },
      { ...tab, account: canary },
      [canary],
      canary,
      null,
    ]);
    expect(await counted()).toEqual(['tab_change authCode 1']);
    expect(services.lines.join()).not.toContain(canary);
  });

  test.each(['', 'x', '[]', '{}', 'null', '{"events":7}', '{"events":[', `"${canary}"`])(
    '%j counts nothing',
    async (junk) => {
      const answer = await postBeacon(services.browser(), junk);
      expect(answer.statusCode).toBe(200);
      expect(await counted()).toEqual([]);
    },
  );

  test('the fifty-first event and an oversized body are ignored', async () => {
    await sendEvents(
      services.browser(),
      Array.from({ length: 51 }, () => tab),
    );
    expect(await counted()).toEqual(['tab_change authCode 50']);
    expect((await postBeacon(services.browser(), 'x'.repeat(20_000))).statusCode).toBe(413);
  });
});

test.each([{ dnt: '1' }, { 'sec-gpc': '1' }])('a browser with %j is not counted', async (headers) => {
  const browser = services.browser();
  await sendEvents(browser, [tab], headers);
  expect(await counted()).toEqual([]);
  await sendEvents(browser, [tab], { dnt: '0' });
  expect(await counted()).toEqual(['tab_change authCode 1']);
});

test('accepts JSON, and ignores other sites', async () => {
  await sendEvents(services.browser(), [tab], { 'content-type': 'application/json' });
  const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
  expect((await sendEvents(services.browser(), [tab], foreign)).statusCode).toBe(403);
  expect(await counted()).toEqual(['tab_change authCode 1']);
});

test('counts sixty beacons a minute per IP address, with the same response afterwards [AC-75]', async () => {
  const browser = services.browser();
  for (let n = 0; n < 61; n++) expect((await sendEvents(browser, [tab])).statusCode).toBe(200);
  await sendEvents(services.browser(), [wrongPassword]);
  expect(await counted()).toEqual(['sign_in_result password refused 1', 'tab_change authCode 60']);
});
