import { requestQr } from '@foyer/contract/flows/qr-login';
import { findCompany, findCompanyByMail } from '@foyer/contract/flows/sso-domain';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { requestWecomScan } from '@foyer/contract/flows/work-chat';
import { inlineError } from '@foyer/contract/limits';
import { ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { expect, languageWidths, test, widths } from '../../fixtures/screen.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { watchAssets } from '../../support/servers/calls.ts';
import { appClient, webViews } from '../../support/page/user-agents.ts';

/** A company whose sign-in page is this URL. */
const company = (targetUrl: string) => ({ is: 'done' as const, data: { ifExistDomain: true, targetUrl } });

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('the SSO button shows the domain form, back returns to the sign-in form, and WeCom and the QR code are on a large screen only [SO-01] [SO-15] [SH-04] [QR-19] [MD-01]', async ({
      login,
      sso,
      qrCode,
      site,
      clock,
      page,
      t,
    }) => {
      await login.open({ redirectUrl: '/home?from=wecom' });
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
      const wecom = page.getByRole('button', { name: t('wecom.entry') });
      await expect(wecom).toHaveCount(width === 'desktop' ? 1 : 0);
      await expect(qrCode.block).toHaveCount(width === 'desktop' ? 1 : 0);
      await clock.settle();
      if (width === 'phone') return expect(site.callsOf(requestQr)).toEqual([]);
      await test.step('the WeCom button leads to WeCom with the requested page', async () => {
        site.answer(requestWecomScan, { is: 'done', data: { url: `${site.origin}/home?of=wecom` } });
        await wecom.click();
        await page.waitForURL('**/home?of=wecom');
        expect(site.callsOf(requestWecomScan)[0]!.query).toEqual({ redirectUrl: '/home?from=wecom' });
      });
    });
  });
}

test.describe('in Chinese, on a phone', () => {
  test.use({ locale: 'zh-CN', ...widths.phone });

  test('an invalid domain is rejected, an unknown or unreachable company with a message, and a pasted URL is recognized [SO-02] [SO-03] [SO-04] [AC-44] [D-12]', async ({
    sso,
    site,
    clock,
    page,
    t,
  }) => {
    await sso.open();
    await test.step('an empty form', async () => {
      await expect(sso.submit).toBeDisabled();
      await sso.domain.press('Enter');
      await expect(sso.errors.first()).toHaveText(t('sso.domain.empty'));
      await expect(sso.errors.nth(1)).toHaveText(t('bind.agree.tooltip'));
    });
    await test.step('an invalid domain', async () => {
      site.answer(findCompanyByMail, { is: 'done', data: {} });
      await sso.agreement.check();
      await sso.domain.fill('acme.sso.evil.test');
      await expect(sso.errors).toHaveCount(0);
      await sso.submit.click();
      await expect(sso.errors).toHaveText([t('sso.domain.invalid')]);
      await expect(sso.domain).toBeFocused();
    });
    await test.step('without the agreement', async () => {
      await sso.agreement.uncheck();
      await sso.domain.fill('unknown-company');
      await sso.submit.click();
      await expect(sso.errors).toHaveText([t('bind.agree.tooltip')]);
      await expect(sso.agreement).toBeFocused();
    });
    await test.step('an unknown company', async () => {
      site.answer(findCompany, { is: 'done', data: { ifExistDomain: false } });
      await sso.agreement.check();
      await sso.submit.click();
      await expect(sso.errors).toHaveText([t('sso.domain.notFound')]);
      await expect(sso.domain).toBeFocused();
      await clock.run(inlineError.shownFor);
      await expect(page.getByText(t('sso.domain.help'))).toBeVisible();
      await expect(sso.domain).toHaveValue('unknown-company');
    });
    await test.step('a company whose provider is down', async () => {
      site.answer(findCompany, { is: 'providerError' });
      await sso.submitDomain('https://ACME.sso.example.com/login?from=mail');
      await expect(sso.errors).toHaveText([t.refusal('providerError')]);
      await expect(sso.back).toBeVisible();
    });
    await test.step('of a work address the company is named, and no more than the domain is sent', async () => {
      site.answer(findCompanyByMail, { is: 'done', data: { domain: 'acme', company: 'Acme Ltd' } });
      const suffix = page.getByText('.sso.example.com', { exact: true });
      await sso.domain.fill('acme');
      await expect(suffix).toBeVisible();
      await sso.submitDomain('You@ACME.com');
      await expect(suffix, 'which does not follow an address').toHaveCount(0);
      await expect(sso.errors).toHaveText([t.refusal('providerError')]);
      await expect(page.getByRole('status').getByText(t('sso.domain.found', { company: 'Acme Ltd' }))).toBeVisible();
      expect(site.bodiesOf(findCompanyByMail).at(-1)).toEqual({ mailDomain: 'acme.com' });
    });
    await test.step('the company leads to its provider', async () => {
      site.answer(findCompany, company(`${site.origin}/home?of=acme`));
      await sso.submitDomain('ＡＣＭＥ');
      await page.waitForURL('**/home?of=acme');
    });
    const domains = ['unknown-company', 'acme', 'acme', 'acme'];
    expect(site.bodiesOf(findCompany)).toEqual(domains.map((domain) => ({ domain, agreed: true })));
    await test.step('who starts again finds what was typed', async () => {
      await page.goto('/login/web?appSsoLogin=true');
      await expect(sso.domain).toHaveValue('ＡＣＭＥ');
      await page.goto('/login/web?ssoLogin=true');
      await sso.waitForHydration();
      await expect(sso.domain).toHaveValue('');
    });
  });
});

test('a dialog that fails to load opens on the next click; Escape closes it, returns the focus and keeps what was typed [SO-01]', async ({
  sso,
  login,
  page,
  context,
  t,
}) => {
  const lost = '**/assets/sso-*.js';
  await page.route(lost, (route) => route.abort());
  await login.open();
  await login.fill({ account: 'someone@example.com', password: 'secret' });
  await sso.entry.click();
  await expect(sso.toast).toHaveText(t('common.network'));
  await page.unroute(lost);
  await sso.entry.press('Enter');
  await expect(sso.domain).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sso.dialog).toHaveCount(0);
  await expect(sso.entry).toBeFocused();
  await expect(login.account).toHaveValue('someone@example.com');
  await expect(login.password).toHaveValue('secret');
  await test.step('a reload keeps the dialog, and a new tab does not have it', async () => {
    await page.keyboard.press('Enter');
    await expect(sso.domain).toBeFocused();
    await page.reload();
    await expect(sso.domain).toBeFocused();
    const tab = await context.newPage();
    const loadedDialogs = watchAssets(tab, 'sso-');
    await tab.goto('/login/web');
    await new LoginPage(tab).waitForHydration();
    expect(await loadedDialogs()).toEqual([]);
    await expect(tab.getByRole('dialog')).toHaveCount(0);
    await tab.close();
  });
  await page.keyboard.press('Escape');
  await expect(sso.entry).toBeFocused();
  await expect(login.account).toHaveValue('someone@example.com');
});

test('a page opened with ssoLogin shows no QR code and can go back to the account form [QP-02] [SO-01] [QR-19]', async ({
  sso,
  login,
  qrCode,
  site,
  clock,
}) => {
  await sso.open({ account: 'alice@example.com' });
  await expect(qrCode.block).toHaveCount(0);
  await sso.back.click();
  await expect(login.account).toHaveValue('alice@example.com');
  await expect(login.account).not.toBeEditable();
  await expect(sso.entry).toBeFocused();
  await expect(qrCode.block, 'the account is fixed').toHaveCount(0);
  await clock.settle();
  expect(site.callsOf(requestQr)).toEqual([]);
});

test('who was sent to company sign-in is not offered to register after going back [QP-02] [D-38]', async ({
  sso,
  login,
  page,
  t,
}) => {
  const registration = page.getByRole('link', { name: t('login.registerNow') });
  await login.open();
  await expect(registration).toBeVisible();
  await sso.open();
  await sso.back.click();
  await expect(sso.entry).toBeFocused();
  await expect(login.account).toBeEditable();
  await expect(registration).toHaveCount(0);
});

test.describe('in the product’s own app', () => {
  test.use(appClient);

  test('the app shows no language selector, no SSO entry and no back button [MD-03] [SO-01]', async ({
    sso,
    login,
    site,
  }) => {
    site.answer(findCompany, company(`${site.origin}${ssoMiddlePath}?accessCode=access-1`));
    site.answer(checkAuthorisation, { is: 'ssoFailed' });
    await login.open();
    await expect(login.account).toBeVisible();
    await expect(login.languageSelect).toHaveCount(0);
    await expect(sso.entry).toHaveCount(0);
    await sso.open();
    await expect(sso.domain).toBeVisible();
    await expect(login.languageSelect).toHaveCount(0);
    await expect(sso.back).toHaveCount(0);
    await sso.submitDomain('acme');
    await expect(sso.startAgain).toBeVisible();
    expect(site.bodiesOf(checkAuthorisation)).toEqual([{ endpoint: 'yunzhang_APP' }]);
  });
});

test.describe('in the web view of another app', () => {
  test.use(webViews.wechat);

  test('the links below the form offer the other sign-in methods, and a reload keeps the SSO form [SH-04] [D-21]', async ({
    sso,
    login,
    page,
    t,
  }) => {
    await login.open({ preLoginWay: 'user' });
    const links = sso.entry.locator('..').locator('a, button');
    const offered = (other: string) => [
      new RegExp(`^${other}$`),
      t('login.registerNow'),
      new RegExp(t('login.forgotPassword')),
      t('sso.entry'),
    ];
    await expect(links).toHaveText(offered(t('login.tab.code')));
    await expect(page.getByRole('link', { name: t('login.forgotPassword') })).toHaveCount(1);
    await links.filter({ hasText: t('login.tab.code') }).click();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await expect(links).toHaveText(offered(t('login.tab.password')));
    await sso.entry.click();
    await expect(sso.domain).toBeFocused();
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(sso.domain).toBeVisible();
    await sso.back.click();
    await expect(login.account).toBeVisible();
    await expect(sso.entry).toBeFocused();
    const loadedForms = watchAssets(page, 'sso-');
    await page.reload();
    await login.waitForHydration();
    expect(await loadedForms()).toEqual([]);
    await expect(login.account).toBeVisible();
    await expect(sso.domain).toHaveCount(0);
  });
});
