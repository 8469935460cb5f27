import { findCompany } from '@foyer/contract/flows/sso-domain';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { watchAssets, watchCall } from '../../support/calls.ts';

const phoneUserAgent = widths.phone.userAgent;

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('a company domain leads to its provider and signs in, and back returns to the form [SO-01] [SO-02] [SH-04]', async ({
      login,
      sso,
      page,
      t,
    }) => {
      await login.open();
      await test.step('the form is shown and focused', async () => {
        await sso.entry.click();
        // A dialog on a large screen, a form in place of the sign-in form on a phone.
        await expect(sso.dialog).toHaveCount(width === 'desktop' ? 1 : 0);
        await expect(login.account).toHaveCount(width === 'desktop' ? 1 : 0);
        await expect(sso.title).toBeVisible();
        await expect(page.getByText(t('sso.desc'))).toBeVisible();
        await expect(page.getByText('.sso.example.com')).toBeVisible();
        await expect(sso.domain).toBeFocused();
      });
      await test.step('back returns to the sign-in form', async () => {
        await sso.back.click();
        await expect(sso.title).toHaveCount(0);
        await expect(login.account).toBeVisible();
        await expect(sso.entry).toBeFocused();
      });
      await test.step('the domain leads to the provider, which signs in', async () => {
        await sso.entry.click();
        const requests = watchCall(page, findCompany);
        await sso.openProvider('acme');
        expect(requests.map((call) => call.postDataJSON())).toEqual([{ domain: 'acme', agreed: true }]);
        await sso.chooseEmployee('acme-alice');
        await page.waitForURL('**/home');
      });
    });
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('an invalid domain is rejected without a call [SO-02] [SO-03] [AC-44]', async ({ sso, page, t }) => {
    await sso.open();
    const requests = watchCall(page, findCompany);
    await test.step('an empty form', async () => {
      await expect(sso.submit).toBeDisabled();
      await sso.domain.press('Enter');
      await expect(sso.errors.first()).toHaveText(t('sso.domain.empty'));
      await expect(sso.errors.nth(1)).toHaveText(t('bind.agree.tooltip'));
    });
    await test.step('invalid domains', async () => {
      await sso.agreement.check();
      for (const wrong of ['a.b', 'evil.test/', '..', '公司', 'acme.sso.evil.test', 'a'.repeat(500)]) {
        await sso.domain.fill(wrong);
        await expect(sso.errors).toHaveCount(0);
        await sso.submit.click();
        await expect(sso.errors).toHaveText([t('sso.domain.invalid')]);
        await expect(sso.domain).toBeFocused();
      }
    });
    await test.step('without the agreement', async () => {
      await sso.agreement.uncheck();
      await sso.domain.fill('acme');
      await sso.submit.click();
      await expect(sso.errors).toHaveText([t('bind.agree.tooltip')]);
      await expect(sso.agreement).toBeFocused();
      expect(requests).toHaveLength(0);
    });
  });
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('an unknown company is refused with advice [SO-04]', async ({ sso, page, t }) => {
    await sso.open();
    await sso.submitDomain('unknown-company');
    await expect(sso.errors).toHaveText([t('sso.domain.notFound')]);
    await expect(page.getByText(t('sso.domain.help'))).toBeVisible();
    await expect(sso.domain).toBeFocused();
    await expect(sso.domain).toHaveValue('unknown-company');
    await sso.openProvider('acme');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the URL alone opens the domain form, and ssoLogin shows no QR code [QP-02] [QP-04] [SO-01]', async ({
    sso,
    login,
    page,
    allowErrors,
    t,
  }) => {
    // Preloaded scripts are blocked without JavaScript.
    allowErrors(/\.js csp$/);
    for (const query of ['ssoLogin', 'ssoLogin=true', 'appSsoLogin=1']) {
      await page.goto(`/login/web?${query}`);
      await expect(sso.title).toBeVisible();
      await expect(sso.domain).toBeVisible();
      await expect(login.account).toHaveCount(0);
      await expect(page.getByRole('region', { name: t('qr.title') })).toHaveCount(query.startsWith('ssoLogin') ? 0 : 1);
    }
    for (const query of ['ssoLogin=false', 'appSsoLogin=0']) {
      await page.goto(`/login/web?${query}`);
      await expect(login.account).toBeVisible();
      await expect(sso.domain).toHaveCount(0);
    }
  });
});

test('a domain is recognized in a pasted URL [SO-03] [D-12]', async ({ sso }) => {
  for (const pasted of ['https://ACME.sso.example.com/login?from=mail', ' acme.sso.example.com ', 'ＡＣＭＥ']) {
    await sso.open();
    await sso.openProvider(pasted);
  }
});

test('a dialog that fails to load opens on the next click, and nothing typed is lost [SO-01]', async ({
  sso,
  login,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  const lost = '**/assets/sso-dialog*';
  await page.route(lost, (route) => route.abort());
  await login.open();
  await login.fill({ account: 'someone@example.com', password: 'secret' });
  await sso.entry.click();
  await expect(sso.toast).toHaveText(t('common.network'));
  await page.unroute(lost);
  await sso.entry.click();
  await expect(sso.domain).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(login.account).toHaveValue('someone@example.com');
  await expect(login.password).toHaveValue('secret');
});

test('Escape closes the dialog, returns the focus and keeps what was typed [SO-01]', async ({
  sso,
  login,
  page,
  context,
}) => {
  await login.open();
  await login.account.fill('someone@example.com');
  await sso.entry.focus();
  await page.keyboard.press('Enter');
  await expect(sso.domain).toBeFocused();
  await test.step('a reload keeps the dialog, and a new tab does not have it', async () => {
    const loadedAgain = watchAssets(page, 'sso-dialog');
    await page.reload();
    await expect(sso.domain).toBeFocused();
    expect(await loadedAgain()).not.toEqual([]);
    const tab = await context.newPage();
    const loadedDialogs = watchAssets(tab, 'sso-dialog');
    await tab.goto(page.url());
    await new LoginPage(tab).waitForHydration();
    expect(await loadedDialogs()).toEqual([]);
    await expect(tab.getByRole('dialog')).toHaveCount(0);
    await tab.close();
  });
  await page.keyboard.press('Escape');
  await expect(sso.dialog).toHaveCount(0);
  await expect(sso.entry).toBeFocused();
  await expect(login.account).toHaveValue('someone@example.com');
});

test('a page opened with ssoLogin can go back to the account form [QP-02] [SO-01]', async ({ sso, login, page, t }) => {
  await page.goto('/login/web?ssoLogin=true&account=alice@example.com');
  await sso.waitForHydration();
  await sso.back.click();
  await expect(login.account).toHaveValue('alice@example.com');
  await expect(login.account).not.toBeEditable();
  await expect(sso.entry).toBeFocused();
  await expect(page.getByRole('region', { name: t('qr.title') })).toHaveCount(0);

  // An invalid account stays editable.
  await page.goto('/login/web?ssoLogin=true&account=abc');
  await sso.waitForHydration();
  await sso.back.click();
  await expect(login.account).toHaveValue('abc');
  await expect(login.account).toBeEditable();
});

test.describe('in the product’s own app', () => {
  test.use({ ...widths.phone, userAgent: `${phoneUserAgent} yunzhang_APP/3.2` });

  test('the app shows no language selector, no SSO entry and no back button [MD-03] [SO-01]', async ({
    sso,
    login,
    page,
  }) => {
    await login.open();
    await expect(login.languageSelect).toHaveCount(0);
    await expect(sso.entry).toHaveCount(0);
    await sso.open();
    await expect(login.languageSelect).toHaveCount(0);
    await expect(sso.back).toHaveCount(0);
    await sso.openProvider('acme');
    const checked = page.waitForRequest('**/api/login/sso/account/authorize/check');
    await sso.chooseEmployee('acme-alice');
    expect((await checked).postDataJSON()).toEqual({ endpoint: 'yunzhang_APP' });
    await page.waitForURL('**/home');
  });
});

test.describe('in the web view of another app', () => {
  test.use({ ...widths.phone, userAgent: `${phoneUserAgent} MicroMessenger/8.0.50` });

  test('the links below the form offer the other sign-in methods, and a reload keeps the SSO form [SH-04] [D-21]', async ({
    sso,
    login,
    page,
    t,
  }) => {
    await login.open({ preLoginWay: 'user' });
    const block = sso.entry.locator('..');
    const offered = (other: string) => [
      new RegExp(`^${other}$`),
      t('login.registerNow'),
      new RegExp(t('login.forgotPassword')),
      t('sso.entry'),
    ];
    await expect(block.locator('a, button')).toHaveText(offered(t('login.tab.code')));
    await expect(page.getByRole('link', { name: t('login.forgotPassword') })).toHaveCount(1);
    await block.getByRole('button', { name: t('login.tab.code') }).click();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await expect(block.locator('a, button')).toHaveText(offered(t('login.tab.password')));
    await sso.entry.click();
    await expect(sso.domain).toBeFocused();
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(sso.domain).toBeVisible();
    await sso.back.click();
    await expect(login.account).toBeVisible();
    await expect(sso.entry).toBeFocused();
    const loadedForms = watchAssets(page, 'sso-form');
    await page.reload();
    await login.waitForHydration();
    expect(await loadedForms()).toEqual([]);
    await expect(login.account).toBeVisible();
    await expect(sso.domain).toHaveCount(0);
  });
});
