import { apiCall } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { alice } from '../../support/people.ts';
import type { Texts } from '../../support/texts.ts';

const markup = '<img src=x onerror="window.pwned=1"><b>bold</b>';
const page500 = '<!doctype html><title>Bad gateway</title><h1>502</h1>';

interface Fault {
  answer(route: Route): Promise<void>;
  message(t: Texts): string;
}
const noAnswer = (t: Texts) => t('common.network');
const unknownError = (t: Texts) => t('common.unknownError');

const faults: Record<string, Fault> = {
  'no, in words of its own': {
    answer: (route) => route.fulfill({ json: { code: 10009999, message: 'The moon is wrong', data: null } }),
    message: () => 'The moon is wrong',
  },
  'no, in markup': {
    answer: (route) => route.fulfill({ json: { code: 10009999, message: markup, data: null } }),
    message: () => markup,
  },
  'no, without a word': {
    answer: (route) => route.fulfill({ json: { code: 10009999, message: '', data: null } }),
    message: unknownError,
  },
  'no message at all': {
    answer: (route) => route.fulfill({ json: { code: -1 } }),
    message: unknownError,
  },
  'a page instead of an answer': {
    answer: (route) => route.fulfill({ contentType: 'text/html', body: page500 }),
    message: noAnswer,
  },
  'a page of a gateway that failed': {
    answer: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: page500 }),
    message: noAnswer,
  },
  'a failure that says so': {
    answer: (route) => route.fulfill({ status: 500, json: { code: 10000005, message: 'Our fault', data: null } }),
    message: () => 'Our fault',
  },
  nothing: { answer: (route) => route.fulfill({ body: '' }), message: noAnswer },
  'half an answer': {
    answer: (route) => route.fulfill({ contentType: 'application/json', body: '{"code":0,"data":{"oui' }),
    message: noAnswer,
  },
  'a success of the wrong shape': {
    answer: (route) => route.fulfill({ json: { code: 0, message: '', data: { ouid: 7, url: ['/home'] } } }),
    message: noAnswer,
  },
  'a text for a code': {
    answer: (route) => route.fulfill({ json: { code: '0', message: '', data: {} } }),
    message: noAnswer,
  },
  'a list': { answer: (route) => route.fulfill({ json: [0] }), message: noAnswer },
  'a dropped connection': { answer: (route) => route.abort('connectionreset'), message: noAnswer },
};

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a bad answer is told as text, nothing typed is lost and the next try works [LF-15] [ER-02] [ER-03] [ER-04] [AC-46]', async ({
    login,
    page,
    allowErrors,
    t,
  }) => {
    allowErrors(/Failed to load resource/, /ERR_CONNECTION_RESET/);
    await login.open();
    await login.fill(alice);
    for (const [what, { answer: give, message }] of Object.entries(faults)) {
      await login.routeCommits(give);
      await login.submit.click();
      await expect(login.errors, what).toHaveText([message(t)]);
      expect(await page.evaluate(() => Reflect.get(window, 'pwned')), what).toBeUndefined();
      await expect(login.account, what).toHaveValue(alice.account);
      await expect(login.password, what).toHaveValue(alice.password);
      await page.unrouteAll();
      // What is said to be wrong goes with the next key, so that no answer passes for the one before.
      await login.password.press('End');
      await login.password.press('x');
      await expect(login.errors, what).toHaveCount(0);
      await login.password.press('Backspace');
    }
    await login.submit.click();
    await page.waitForURL('**/home');
  });
});

test('an answer that does not come is waited for, but not for ever [ER-03]', async ({ login, page, t }) => {
  await page.addInitScript(timeoutsByThePageClock);
  await page.clock.install();
  await login.routeCommits(() => new Promise(() => {}));
  await login.open();
  await stopClock(page);
  await login.fill(alice);
  const asked = page.waitForRequest('**/api/**');
  await login.submit.click();
  await asked;

  await page.clock.runFor(apiCall.timeout - 1);
  await expect(login.submit).toBeDisabled();
  await expect(login.errors).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(login.errors).toHaveText([t('common.network')]);
  await expect(login.submit).toBeEnabled();
  await expect(login.password).toHaveValue(alice.password);
});

test('someone who is offline is told, and gets in once they are back [ER-03]', async ({
  login,
  page,
  context,
  allowErrors,
  t,
}) => {
  // Parts of the page that were to come later do not come either.
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/, /dynamically imported module|preload CSS/);
  await login.open();
  await login.fill(alice);
  await context.setOffline(true);
  await login.submit.click();
  await expect(login.errors).toHaveText([t('common.network')]);
  await context.setOffline(false);
  await login.submit.click();
  await page.waitForURL('**/home');
});

/** The clock that tests move does not reach `AbortSignal.timeout`, only `setTimeout`. */
function timeoutsByThePageClock() {
  AbortSignal.timeout = (duration) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(new DOMException('late', 'TimeoutError')), duration);
    return abort.signal;
  };
}

async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + seconds(2));
}

test('what is fetched ahead and lost is no error; the press fetches it anew [ER-03] [LF-05]', async ({
  login,
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  const ahead = '**/assets/calls-*';
  await page.route(ahead, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/calls-'));
  await login.open();
  await lost;
  await page.unroute(ahead);
  await login.signIn(alice);
});
