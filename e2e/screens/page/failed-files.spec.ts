import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { exportMyData } from '@foyer/contract/flows/personal-data';
import { findCompany } from '@foyer/contract/flows/sso-domain';
import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import { homePath, pageRoutes } from '@foyer/contract/pages/page-routes';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import type { Texts } from '../../support/page/texts.ts';
import { alice } from '../../support/people/people.ts';

const scripts = readdirSync(new URL('../../../dist/web/assets', import.meta.url)).filter((name) =>
  name.endsWith('.js'),
);
const named = (name: string) => scripts.filter((file) => file.startsWith(`${name}-`));

/** How a file can be broken. */
const faults = {
  missing: { status: 404, body: '' },
  'with a syntax error': { status: 200, contentType: 'text/javascript', body: 'export const = ;' },
  'that throws': { status: 200, contentType: 'text/javascript', body: 'throw new Error("a missing built-in");' },
};

/** The file is there when the page asks whether a new version is. */
const breakFile = async (page: Page, file: string, fault: keyof typeof faults) => {
  await page.unrouteAll({ behavior: 'wait' });
  await page.route(`**/assets/${file}`, (route) =>
    route.request().method() === 'HEAD' ? route.continue() : route.fulfill(faults[fault]),
  );
};

const noticeOn = (page: Page, t: Texts) =>
  page.getByRole('alert').filter({ hasText: t('shell.problem.pc', { support: '' }).split('.')[0]! });

const all = [/./];

const company: RememberedAccount = {
  handle: 'account-1',
  account: '138****8000',
  kind: 'mobile',
  method: 'sso',
  company: 'acme.example',
};

/** In the page itself, which may leave meanwhile: the question is then asked again. */
const stateAfterSubmit = (page: Page) =>
  page
    .evaluate((end) => {
      if (location.pathname === end) return 'signed in';
      const says = [...document.querySelectorAll('[role=alert], [role=status]')].some(({ textContent }) => textContent);
      const button = document.querySelector<HTMLButtonElement>('main [type=submit]');
      return says && button && button.getAttribute('aria-busy') !== 'true' ? 'says why not' : 'busy';
    }, homePath)
    .catch(() => 'busy');

for (const fault of ['missing', 'with a syntax error', 'that throws'] as const) {
  test(`with a file of the sign-in ${fault} the page is not blank and says what to do`, async ({
    page,
    login,
    allowErrors,
    t,
  }) => {
    allowErrors(...all);
    const notice = noticeOn(page, t);
    for (const file of named('main'))
      await test.step(`the entry, ${file}`, async () => {
        await breakFile(page, file, fault);
        await page.goto('/login/web');
        await expect(notice).toBeVisible();
        await expect(login.account).toBeVisible();
        await expect(notice.getByRole('link')).toHaveText(t('common.retry'));
        await page.unrouteAll({ behavior: 'wait' });
        await notice.getByRole('link').click();
        await login.waitForHydration();
        await expect(notice).toHaveCount(0);
      });
    // The gallery breaks every other file, in the state that asks for it (`gallery/specs/failed-files.spec.ts`).
    for (const file of [...named('calls'), ...named('code')])
      await test.step(file, async () => {
        await breakFile(page, file, fault);
        await page.goto('/login/web');
        await login.waitForHydration();
        await login.fill(alice);
        await login.submit.click();
        await expect.poll(() => stateAfterSubmit(page)).not.toBe('busy');
        await page.goto('/scripted/blank.html');
      });
  });
}

test('a page whose own file is missing stays as it was rendered and says what to do', async ({
  page,
  allowErrors,
  t,
}) => {
  allowErrors(...all);
  for (const [file] of [named('register.page'), named('routes')].filter(({ length }) => length > 0)) {
    await breakFile(page, file!, 'missing');
    await page.goto(pageRoutes.register);
    await expect(noticeOn(page, t)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await page.mouse.click(2, 2);
    await expect(noticeOn(page, t)).toHaveCount(0);
  }
});

test('a page that throws while it hydrates keeps what was rendered', async ({ page, login, site, allowErrors, t }) => {
  allowErrors(...all);
  // The page sets a mark when it has hydrated.
  site.show({ script: "performance.mark = () => { throw new Error('a bug'); }" });
  await page.goto('/login/web');
  await expect(noticeOn(page, t)).toBeVisible();
  await expect(login.account).toBeVisible();
});

test('an error after the sign-in frees the form and says what to do', async ({ page, login, allowErrors, t }) => {
  allowErrors(/a bug|not a constructor/);
  await login.open();
  await page.evaluate(() => {
    const fail = () => {
      throw new TypeError('a bug');
    };
    Object.assign(window, { URL: Object.assign(fail, { canParse: fail, parse: fail }) });
  });
  await login.attempt(alice);
  await expect(page.getByText(t('common.unexpected'))).toBeVisible();
  await expect(login.submit).toBeEnabled();
  await expect(login.account).toHaveValue(alice.account);
});

test('an error after the answer to a press frees the button and says so', async ({ page, site, allowErrors, t }) => {
  allowErrors(/a bug|not a constructor/);
  const fail = () =>
    page.evaluate(() => {
      const bug = () => {
        throw new TypeError('a bug');
      };
      Object.assign(window, { URL: Object.assign(bug, { canParse: bug, parse: bug, createObjectURL: bug }) });
    });

  await test.step('a card of the account chooser', async () => {
    site.show({ remembered: [company] });
    site.answer(findCompany, { is: 'done', data: { ifExistDomain: true, targetUrl: 'https://idp.example.com/' } });
    await page.goto('/login/web');
    const card = page.getByRole('button', { name: company.account });
    await card.click({ trial: true });
    await fail();
    await card.click();
    await expect(page.getByText(t('common.unexpected'))).toBeVisible();
    await expect(card).toBeEnabled();
  });
  await test.step('the export of the account page', async () => {
    site.answer(exportMyData, { is: 'done', data: { fileName: 'data.json', content: '{}' } });
    await page.goto(pageRoutes.account);
    await page.getByRole('button', { name: t('data.exportTitle') }).click();
    await fail();
    const button = page.getByRole('dialog').getByRole('button', { name: t('data.json') });
    await button.click();
    await expect(page.getByRole('dialog').getByText(t('common.unexpected'))).toBeVisible();
    await expect(button).toBeEnabled();
  });
});

test.describe('a part that a newer version of the page no longer has', () => {
  const newVersion = (page: Page) => page.getByRole('alert').filter({ hasText: 'A new version is there' });
  /** The files of another version are served: this page's own are missing. */
  const upgrade = async (page: Page) => {
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await page.route('**/assets/*.js', (route) =>
      route.request().method() === 'HEAD' || !loaded.includes(route.request().url())
        ? route.fulfill(faults.missing)
        : route.continue(),
    );
  };

  test('reloads the page once and keeps the typed account', async ({ page, login, clock, allowErrors }) => {
    allowErrors(...all);
    await login.open();
    await login.account.fill(alice.account);
    await upgrade(page);
    await page.getByRole('button', { name: 'SSO' }).click();
    await expect(newVersion(page)).toContainText('Reloading');
    const reloaded = page.waitForEvent('load');
    await clock.run(seconds(2));
    await reloaded;
    await login.waitForHydration();
    await expect(login.account).toHaveValue(alice.account);
    await test.step('a part that is missing again offers the reload', async () => {
      await page.getByRole('button', { name: 'SSO' }).click();
      await expect(newVersion(page)).toContainText('Reload the page');
      await expect(newVersion(page).getByRole('link', { name: 'Reload' })).toBeVisible();
    });
  });

  test('reloads the page also before the form has started, and keeps the typed account', async ({
    page,
    login,
    clock,
    allowErrors,
  }) => {
    allowErrors(...all);
    let isUpgraded = true;
    await page.route('**/assets/*.js', (route) =>
      isUpgraded &&
      (route.request().method() === 'HEAD' || named('code').some((file) => route.request().url().endsWith(file)))
        ? route.fulfill(faults.missing)
        : route.continue(),
    );
    await page.goto('/login/web?preLoginWay=authCode');
    await login.account.fill(alice.account);
    await expect(newVersion(page)).toContainText('Reloading');
    isUpgraded = false;
    const reloaded = page.waitForEvent('load');
    await clock.run(seconds(2));
    await reloaded;
    await login.waitForHydration();
    await expect(login.account).toHaveValue(alice.account);
  });

  test('reloads a page whose own script is missing once, and keeps the typed account', async ({
    page,
    login,
    clock,
    allowErrors,
  }) => {
    allowErrors(...all);
    let isUpgraded = true;
    const entry = named('main')[0]!;
    await page.route(`**/assets/${entry}`, (route) => (isUpgraded ? route.fulfill(faults.missing) : route.continue()));
    await page.goto('/login/web');
    await expect(newVersion(page)).toContainText('Reloading');
    await login.account.fill(alice.account);
    await test.step('if it is missing again, the page offers the reload', async () => {
      const reloaded = page.waitForEvent('load');
      await clock.run(seconds(2));
      await reloaded;
      await expect(newVersion(page)).toContainText('Reload the page');
    });
    await login.account.fill(alice.account);
    isUpgraded = false;
    await newVersion(page).getByRole('link', { name: 'Reload' }).click();
    await login.waitForHydration();
    await expect(login.account).toHaveValue(alice.account);
    await expect(newVersion(page)).toHaveCount(0);
  });

  test('is distinguished from a lost network', async ({ page, login, allowErrors, t }) => {
    allowErrors(...all);
    await login.open();
    await page.route('**/assets/*.js', (route) => route.abort());
    const asked = page.waitForRequest((request) => request.method() === 'HEAD');
    await page.getByRole('button', { name: 'SSO' }).click();
    await asked;
    await expect(page.getByText(t('common.network'))).toBeVisible();
    await expect(newVersion(page)).toHaveCount(0);
  });
});
