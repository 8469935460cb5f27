import { apiCall } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { Page, Route } from '@playwright/test';
import { alice } from '../../support/people.ts';
import { expect, test } from '../../fixtures/test.ts';
import type { Words } from '../../support/words.ts';

const markup = '<img src=x onerror="window.pwned=1"><b>bold</b>';
const page500 = '<!doctype html><title>Bad gateway</title><h1>502</h1>';

interface Fault {
  answer(route: Route): Promise<void>;
  told(words: Words): string;
}
const noAnswer = (words: Words) => words.noAnswer;
const unknownError = (words: Words) => words.unknownError;

const faults: Record<string, Fault> = {
  'no, in words of its own': {
    answer: (route) => route.fulfill({ json: { code: 10009999, message: 'The moon is wrong', data: null } }),
    told: () => 'The moon is wrong',
  },
  'no, in markup': {
    answer: (route) => route.fulfill({ json: { code: 10009999, message: markup, data: null } }),
    told: () => markup,
  },
  'no, without a word': {
    answer: (route) => route.fulfill({ json: { code: 10009999, message: '', data: null } }),
    told: unknownError,
  },
  'no message at all': {
    answer: (route) => route.fulfill({ json: { code: -1 } }),
    told: unknownError,
  },
  'a page instead of an answer': {
    answer: (route) => route.fulfill({ contentType: 'text/html', body: page500 }),
    told: noAnswer,
  },
  'a page of a gateway that failed': {
    answer: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: page500 }),
    told: noAnswer,
  },
  'a failure that says so': {
    answer: (route) => route.fulfill({ status: 500, json: { code: 10000005, message: 'Our fault', data: null } }),
    told: () => 'Our fault',
  },
  nothing: { answer: (route) => route.fulfill({ body: '' }), told: noAnswer },
  'half an answer': {
    answer: (route) => route.fulfill({ contentType: 'application/json', body: '{"code":0,"data":{"oui' }),
    told: noAnswer,
  },
  'a success of the wrong shape': {
    answer: (route) => route.fulfill({ json: { code: 0, message: '', data: { ouid: 7, url: ['/home'] } } }),
    told: noAnswer,
  },
  'a text for a code': {
    answer: (route) => route.fulfill({ json: { code: '0', message: '', data: {} } }),
    told: noAnswer,
  },
  'a list': { answer: (route) => route.fulfill({ json: [0] }), told: noAnswer },
  'a dropped connection': { answer: (route) => route.abort('connectionreset'), told: noAnswer },
};

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a bad answer is told as text, nothing typed is lost and the next try works [LF-15] [ER-02] [ER-03] [ER-04] [AC-46]', async ({
    login,
    page,
    allowErrors,
  }) => {
    allowErrors(/Failed to load resource/, /ERR_CONNECTION_RESET/);
    await login.open();
    await login.fill(alice);
    for (const [what, { answer: give, told }] of Object.entries(faults)) {
      await login.answerCommits(give);
      await login.submit.click();
      await expect(login.problems, what).toHaveText([told(login.words)]);
      expect(await page.evaluate(() => Reflect.get(window, 'pwned')), what).toBeUndefined();
      await expect(login.account, what).toHaveValue(alice.account);
      await expect(login.password, what).toHaveValue(alice.password);
      await page.unrouteAll();
      // What is said to be wrong goes with the next key, so that no answer passes for the one before.
      await login.password.press('End');
      await login.password.press('x');
      await expect(login.problems, what).toHaveCount(0);
      await login.password.press('Backspace');
    }
    await login.submit.click();
    await page.waitForURL('**/home');
  });
});

test('an answer that does not come is waited for, but not for ever [ER-03]', async ({ login, page }) => {
  await page.addInitScript(timeoutsByThePageClock);
  await page.clock.install();
  await login.answerCommits(() => new Promise(() => {}));
  await login.open();
  await stopClock(page);
  await login.fill(alice);
  const asked = page.waitForRequest('**/api/**');
  await login.submit.click();
  await asked;

  await page.clock.runFor(apiCall.timeout - 1);
  await expect(login.submit).toBeDisabled();
  await expect(login.problems).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(login.problems).toHaveText([login.words.noAnswer]);
  await expect(login.submit).toBeEnabled();
  await expect(login.password).toHaveValue(alice.password);
});

test('someone who is offline is told, and gets in once they are back [ER-03]', async ({
  login,
  page,
  context,
  allowErrors,
}) => {
  // Parts of the page that were to come later do not come either.
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/, /dynamically imported module|preload CSS/);
  await login.open();
  await login.fill(alice);
  await context.setOffline(true);
  await login.submit.click();
  await expect(login.problems).toHaveText([login.words.noAnswer]);
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
  const ahead = '**/assets/password-login.service-*';
  await page.route(ahead, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('password-login.service'));
  await login.open();
  await lost;
  await page.unroute(ahead);
  await login.signIn(alice);
});
