import { commitPassword } from '@foyer/contract/flows/password-login';
import { apiCall } from '@foyer/contract/limits';
import type { Route } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { stopClock } from '../../support/page-clock.ts';
import { alice } from '../../support/people.ts';
import type { Texts } from '../../support/texts.ts';

const markup = '<img src=x onerror="window.pwned=1"><b>bold</b>';
const page500 = '<!doctype html><title>Bad gateway</title><h1>502</h1>';

interface Fault {
  respond(route: Route): Promise<void>;
  message(t: Texts): string;
}
const noResponse = (t: Texts) => t('common.network');
const unknownError = (t: Texts) => t('common.unknownError');

const faults: Record<string, Fault> = {
  'a refusal with a message': {
    respond: (route) => route.fulfill({ json: { code: 10009999, message: 'The moon is wrong', data: null } }),
    message: () => 'The moon is wrong',
  },
  'a refusal with markup': {
    respond: (route) => route.fulfill({ json: { code: 10009999, message: markup, data: null } }),
    message: () => markup,
  },
  'a refusal with an empty message': {
    respond: (route) => route.fulfill({ json: { code: 10009999, message: '', data: null } }),
    message: unknownError,
  },
  'a refusal without a message': {
    respond: (route) => route.fulfill({ json: { code: -1 } }),
    message: unknownError,
  },
  'an HTML page': {
    respond: (route) => route.fulfill({ contentType: 'text/html', body: page500 }),
    message: noResponse,
  },
  'an HTML page with status 502': {
    respond: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: page500 }),
    message: noResponse,
  },
  'status 500 with a message': {
    respond: (route) => route.fulfill({ status: 500, json: { code: 10000005, message: 'Our fault', data: null } }),
    message: () => 'Our fault',
  },
  'an empty body': { respond: (route) => route.fulfill({ body: '' }), message: noResponse },
  'truncated JSON': {
    respond: (route) => route.fulfill({ contentType: 'application/json', body: '{"code":0,"data":{"oui' }),
    message: noResponse,
  },
  'a success of the wrong shape': {
    respond: (route) => route.fulfill({ json: { code: 0, message: '', data: { ouid: 7, url: ['/home'] } } }),
    message: noResponse,
  },
  'a code that is no number': {
    respond: (route) => route.fulfill({ json: { code: 'ok', message: '', data: {} } }),
    message: noResponse,
  },
  'an array': { respond: (route) => route.fulfill({ json: [0] }), message: noResponse },
  'a dropped connection': { respond: (route) => route.abort('connectionreset'), message: noResponse },
};

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a malformed response shows an error as text, nothing typed is lost, and the next try works [LF-15] [ER-02] [ER-03] [ER-04] [AC-46]', async ({
    login,
    page,
    allowErrors,
    t,
  }) => {
    allowErrors(/Failed to load resource/, /ERR_CONNECTION_RESET/);
    await login.open();
    await login.fill(alice);
    for (const [name, { respond, message }] of Object.entries(faults)) {
      await login.routeCommits(respond);
      await login.submit.click();
      await expect(login.errors, name).toHaveText([message(t)]);
      expect(await page.evaluate(() => Reflect.get(window, 'pwned')), name).toBeUndefined();
      await expect(login.account, name).toHaveValue(alice.account);
      await expect(login.password, name).toHaveValue(alice.password);
      await page.unrouteAll();
      // The next key removes the error, so that it is not taken for the next one.
      await login.password.press('End');
      await login.password.press('x');
      await expect(login.errors, name).toHaveCount(0);
      await login.password.press('Backspace');
    }
    await login.submit.click();
    await page.waitForURL('**/home');
  });
});

test('a request without a response fails after its timeout [ER-03]', async ({ login, page, t }) => {
  await page.addInitScript(timeoutsByPageClock);
  await page.clock.install();
  await login.routeCommits(() => new Promise(() => {}));
  await login.open();
  await stopClock(page);
  await login.fill(alice);
  const requested = page.waitForRequest(`**/api${commitPassword.path}`);
  await login.submit.click();
  await requested;

  await page.clock.runFor(apiCall.timeout - 1);
  await expect(login.submit).toBeDisabled();
  await expect(login.errors).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(login.errors).toHaveText([t('common.network')]);
  await expect(login.submit).toBeEnabled();
  await expect(login.password).toHaveValue(alice.password);
});

test('an offline person sees an error and signs in when online again [ER-03]', async ({
  login,
  page,
  context,
  allowErrors,
  t,
}) => {
  // Parts of the page that load later fail too; React then renders a part again that it could not hydrate (422).
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/, /dynamically imported module|preload CSS|error #422/);
  await login.open();
  await login.fill(alice);
  await context.setOffline(true);
  await login.submit.click();
  await expect(login.errors).toHaveText([t('common.network')]);
  await context.setOffline(false);
  await login.submit.click();
  await page.waitForURL('**/home');
});

/** The page clock moves `setTimeout`, but not `AbortSignal.timeout`. */
function timeoutsByPageClock() {
  AbortSignal.timeout = (duration) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(new DOMException('late', 'TimeoutError')), duration);
    return abort.signal;
  };
}

test('a chunk whose preload failed is loaded again by the submission [ER-03] [LF-05]', async ({
  login,
  page,
  allowErrors,
}) => {
  // Other chunks that import this one fail with it.
  allowErrors(/ERR_FAILED/, /dynamically imported module/);
  const chunk = '**/assets/calls-*';
  await page.route(chunk, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/calls-'));
  await login.open();
  await lost;
  await page.unroute(chunk);
  await login.signIn(alice);
});
