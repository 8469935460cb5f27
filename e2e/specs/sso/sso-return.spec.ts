import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { sso as ssoLimits, toast } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, languageOf, languageWidths, test, widths } from '../../fixtures/test.ts';
import { SsoPages } from '../../pages/sso-pages.ts';
import { holdRequests, watchCall } from '../../support/calls.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { openStopped } from '../../support/page-clock.ts';
import { bob } from '../../support/people.ts';
import { workspace } from '../../support/service.ts';
import { texts } from '../../support/texts.ts';

const returnPath = '/usercenterFront/ssomiddlepage';
const invalidCodes = [
  'accessCode=中文',
  'accessCode=%00',
  `accessCode=${'a'.repeat(6000)}`,
  'accessCode=%E4%BD&accessCode=b',
];

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('the return page shows a message over the whole window while it checks the access code, and then signs in [SO-05] [SO-07] [SH-11]', async ({
      sso,
      page,
      home,
    }) => {
      const release = await holdRequests(page, checkAuthorisation.path);
      const checks = watchCall(page, checkAuthorisation);
      await sso.signIn('acme-alice');
      await expect(sso.checking).toBeVisible();
      const box = (await sso.checking.boundingBox())!;
      expect([box.width, box.height]).toEqual([widths[width].viewport.width, widths[width].viewport.height]);
      expect(new URL(page.url()).pathname).toContain('usercenterFront/ssomiddlepage');
      release();
      await page.waitForURL('**/home');
      await expect(home.greeting).toBeVisible();
      expect(checks.map((check) => check.postDataJSON())).toEqual([{ endpoint: '' }]);
      expect(checks[0]!.headers()[accessCodeHeader.toLowerCase()]).toMatch(/^[\w-]{43}$/);
    });
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('an expired access code shows an error with a link to start again [SO-12] [AC-38]', async ({
    sso,
    page,
    service,
    t,
  }) => {
    const returnUrl = await sso.unusedReturnUrl('acme-alice');
    await service.moveClock(ssoLimits.accessCodeLifetime);
    await openStopped(page, `**/api${checkAuthorisation.path}`, () => page.goto(returnUrl));
    await expect(sso.toast).toHaveText(t('sso.sessionExpired'));
    await expect(sso.checking).toHaveCount(0);
    // The reason is in the toast and then on the page, never twice.
    await sso.toast.hover();
    await expect(page.getByRole('main')).toHaveText(new RegExp(`^${t('sso.failed')}${t('sso.again')}`));
    await page.mouse.move(0, 0);
    await page.clock.runFor(toast.shownFor);
    await page.clock.resume();
    await expect(page.getByRole('main')).toContainText(t('sso.sessionExpired'));
    await sso.startAgain.click();
    await expect(sso.title).toBeVisible();
    await sso.waitForHydration();
    await sso.openProvider('acme');
  });

  test('cancelling at the provider shows an error with a link to start again [SO-12]', async ({ sso, page, t }) => {
    await sso.open();
    await sso.openProvider('acme');
    await page.getByRole('link', { name: /^(取消登录|Cancel)$/ }).click();
    await expect(page.getByRole('main')).toContainText(t('sso.authFailed'));
    await expect(sso.startAgain).toBeVisible();
  });

  test('a refusal is translated when the language changes [SO-12] [SH-07]', async ({ sso, page, login, t }) => {
    const english = texts('en-US');
    const refusals = [
      [() => page.goto(returnPath), 'ssoExpired'],
      [() => sso.signIn('acme-gus'), 'accountDisabled'],
    ] as const;
    for (const [openReturnPage, refusal] of refusals) {
      await openReturnPage();
      await expect(page.getByRole('main')).toContainText(t.refusal(refusal));
      await login.languageSelect.selectOption('en-US');
      await expect(page.getByRole('main')).toContainText(english.refusal(refusal));
      await login.languageSelect.selectOption('zh-CN');
      await expect(page.getByRole('main')).toContainText(t.refusal(refusal));
    }
  });
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('an account with sign-in security is asked for its second factor on the return page, which names the redirect [SO-05] [DG-13] [DG-14]', async ({
    sso,
    page,
    secondFactor,
    outbox,
    t,
  }) => {
    await sso.signIn('globex-bob', { redirectUrl: '/agreement/privacy?from=a' });
    await secondFactor.waitUntilSent();
    await expect(secondFactor.dialog).toHaveAccessibleName(t('secondary.title'));
    await expect(secondFactor.dialog).toContainText(t('mfa.desc', { mobile: '138****8001' }));
    const { host } = new URL(page.url());
    await expect(secondFactor.dialog).toContainText(t('mfa.next', { target: `${host}/agreement/privacy` }));
    await expect(sso.checking).toHaveCount(0);
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
    await secondFactor.submitCode(await outbox.code(bob.account));
    await page.waitForURL('**/agreement/privacy?from=a');
  });
});

test('the access code is not in the URL, the history, requests, logs or storage [QP-06] [AC-39] [D-22]', async ({
  sso,
  page,
  service,
  allowErrors,
}) => {
  // The provider's page refuses a second visit.
  allowErrors(/status of 400 .*\/sandbox\//);
  const release = await holdRequests(page, checkAuthorisation.path);
  const referrers: (string | undefined)[] = [];
  const sent: string[] = [];
  await sso.open();
  await sso.openProvider('acme');
  page.on('request', (request) => {
    referrers.push(request.headers()['referer']);
    if (!request.isNavigationRequest()) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  const checked = page.waitForRequest(`**/api${checkAuthorisation.path}`);
  await sso.chooseEmployee('acme-alice');
  await expect(sso.checking).toBeVisible();
  const code = (await checked).headers()[accessCodeHeader.toLowerCase()]!;
  expect(page.url()).toBe(`${service.origin}/usercenterFront/ssomiddlepage`);
  expect(await page.evaluate(() => document.referrer)).toBe('');
  release();
  await page.waitForURL('**/home');

  await test.step('requests, referrers and logs do not contain it', async () => {
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(sent.filter((request) => request.includes(code))).toEqual([]);
    expect(referrers.filter(Boolean).filter((one) => one!.includes('ssomiddlepage'))).toEqual([]);
    expect(service.logs()).not.toContain(code);
  });
  await test.step('history and storage do not contain it', async () => {
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain(code);
    // Going back skips the return page.
    await expect(page).toHaveURL(/\/sandbox\//);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toContain(code);
  });
});

test('the sign-in page accepts an access code too [QP-06]', async ({ sso, page }) => {
  const returnUrl = await sso.unusedReturnUrl('acme-alice');
  await page.goto(`/login/web${returnUrl.slice(returnUrl.indexOf('?'))}`);
  await page.waitForURL('**/home');
});

test('every path with ssomiddlepage in it is the return page, and an invalid access code is expired [SH-11] [QP-06] [QP-09]', async ({
  sso,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/status of 40\d/);
  for (const path of [returnPath, `/any${returnPath}/more`, ...invalidCodes.map((query) => `${returnPath}?${query}`)]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('sso.failed'));
    await expect(page.getByRole('main')).toContainText(t('sso.sessionExpired'));
    await expect(sso.startAgain).toBeVisible();
    expect(page.url()).not.toContain('accessCode');
  }
});

test('an access code works once, and only in the browser that started the sign-in [AC-11] [AC-38]', async ({
  sso,
  page,
  browser,
  service,
  locale,
  home,
  t,
}) => {
  const returnUrl = await sso.unusedReturnUrl('acme-alice');
  const otherBrowser = await browser.newContext({ baseURL: service.origin, locale: locale! });
  const otherPages = new SsoPages(await otherBrowser.newPage(), languageOf(locale));
  await otherPages.page.goto(returnUrl);
  await expect(otherPages.page.getByRole('main')).toContainText(t('sso.sessionExpired'));
  expect((await otherBrowser.request.get(`${service.origin}/api/user/accounts/me`)).status()).toBe(401);
  await otherBrowser.close();

  await page.goto(returnUrl);
  await page.waitForURL('**/home');
  await home.signOut();
  await page.goto(returnUrl);
  await expect(page.getByRole('main')).toContainText(t('sso.sessionExpired'));
});

test('the redirect follows the allowlist [SO-07]', async ({ sso, page }) => {
  await page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' }));
  await sso.signIn('acme-alice', { redirectUrl: `${workspace}/box?id=7` });
  await page.waitForURL(`${workspace}/box?id=7`);
  await sso.signIn('acme-alice', { redirectUrl: 'https://evil.test/' });
  await page.waitForURL('**/home');
  await sso.signIn('acme-alice', { cusRedirectUrl: 'https://evil.test/', redirectUrl: '/home?from=sso' });
  await page.waitForURL('**/home?from=sso');
});

test('without a response an error is shown, and retrying gets the lost result [SO-12] [AC-62]', async ({
  sso,
  page,
  allowErrors,
  service,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  const lost = `**/api${checkAuthorisation.path}`;
  await page.route(lost, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sso.signIn('acme-alice', { redirectUrl: '/home?from=sso' });
  await expect(page.getByRole('main')).toContainText(t('common.network'));
  await expect(sso.startAgain).toBeVisible();
  await expect(sso.retry).toBeFocused();
  await page.unroute(lost);
  await service.moveClock(seconds(2));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home?from=sso');
});

test('a reload keeps the dialog, and a new SSO sign-in replaces it [SO-05] [DG-13]', async ({
  sso,
  page,
  secondFactor,
  bindAccount,
  t,
}) => {
  await sso.signIn('globex-bob');
  await secondFactor.waitUntilSent();
  await test.step('a reload shows the second factor again without a new check', async () => {
    const checks = watchCall(page, checkAuthorisation);
    await page.reload();
    await secondFactor.waitUntilSent();
    await expect(page.getByRole('main')).not.toContainText(t('sso.sessionExpired'));
    expect(checks).toHaveLength(0);
  });
  const release = await holdRequests(page, checkAuthorisation.path);
  const requested = page.waitForRequest(`**/api${checkAuthorisation.path}`);
  await sso.signIn('acme-carol');
  await requested;
  await expect.poll(() => page.evaluate(() => localStorage.getItem('foyer.step'))).toBeNull();
  await expect(sso.checking).toBeVisible();
  release();
  const mobile = newMobile();
  await bindAccount.mobile.fill(mobile);
  await bindAccount.code.send();

  // A code of the previous SSO sign-in does not count.
  await sso.signIn('acme-carol');
  await bindAccount.mobile.fill(mobile);
  await expect(bindAccount.code.sentTo).toHaveCount(0);
  await expect(bindAccount.code.button).toBeEnabled();
});

test('a dialog that fails to load opens on the next click, and closing it returns to the form signed out [SO-05] [ER-03]', async ({
  sso,
  page,
  secondFactor,
  login,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  await page.route('**/assets/dialogs-*', (route) => route.abort());
  await sso.signIn('globex-bob', { redirectUrl: '/home?from=sso' });
  await expect(sso.toast).toHaveText(t('common.network'));
  await page.unroute('**/assets/dialogs-*');
  await page.getByRole('main').click();
  await secondFactor.waitUntilSent();
  await secondFactor.close.click();
  await page.waitForURL('**/login/web?redirectUrl=%2Fhome%3Ffrom%3Dsso');
  await expect(login.account).toBeVisible();
  expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
});
