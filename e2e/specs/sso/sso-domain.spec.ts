import { findCompany } from '@foyer/contract/flows/sso-domain';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { watchCall } from '../../support/calls.ts';

const phoneUserAgent = widths.phone.userAgent;
const scan = /扫码|Scan with/;

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test("someone names their company, signs in there and is in; back leads to the account's form [SO-01] [SO-02] [SH-04]", async ({
      login,
      sso,
      page,
      t,
    }) => {
      await login.open();
      await sso.entry.click();
      // On a large screen it stands over the page, on a phone in the place of the form.
      await expect(sso.dialog).toHaveCount(width === 'desktop' ? 1 : 0);
      await expect(login.account).toHaveCount(width === 'desktop' ? 1 : 0);
      await expect(sso.title).toBeVisible();
      await expect(page.getByText(t('sso.desc'))).toBeVisible();
      await expect(page.getByText('.sso.example.com')).toBeVisible();
      await expect(sso.domain).toBeFocused();
      await expectNoAxeViolations(page);

      await sso.back.click();
      await expect(sso.title).toHaveCount(0);
      await expect(login.account).toBeVisible();
      // Where it was opened, whether or not that has been away meanwhile.
      await expect(sso.entry).toBeFocused();

      await sso.entry.click();
      const asked = watchCall(page, findCompany);
      await sso.openProvider('acme');
      expect(asked.map((call) => call.postDataJSON())).toEqual([{ domain: 'acme', agreed: true }]);
      await sso.chooseEmployee('acme-alice');
      await page.waitForURL('**/home');
    });
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('what cannot be a domain is told and never asked for [SO-02] [SO-03] [AC-44]', async ({ sso, page, t }) => {
    await sso.open();
    const asked = watchCall(page, findCompany);
    await expect(sso.submit).toBeDisabled();
    await sso.domain.press('Enter');
    await expect(sso.errors.first()).toHaveText(t('sso.domain.empty'));
    await expect(sso.errors.nth(1)).toHaveText(t('bind.agree.tooltip'));

    await sso.agreement.check();
    for (const wrong of ['a.b', 'evil.test/', '..', '公司', 'acme.sso.evil.test', 'a'.repeat(500)]) {
      await sso.domain.fill(wrong);
      await expect(sso.errors).toHaveCount(0);
      await sso.submit.click();
      await expect(sso.errors).toHaveText([t('sso.domain.invalid')]);
      await expect(sso.domain).toBeFocused();
    }
    await expectNoAxeViolations(page);

    await sso.agreement.uncheck();
    await sso.domain.fill('acme');
    await sso.submit.click();
    await expect(sso.errors).toHaveText([t('bind.agree.tooltip')]);
    await expect(sso.agreement).toBeFocused();
    expect(asked).toHaveLength(0);
  });
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('a company that is not here is told, with what to do about it [SO-04]', async ({ sso, page, t }) => {
    await sso.open();
    await sso.submitDomain('nobody-here');
    await expect(sso.errors).toHaveText([t('sso.domain.notFound')]);
    await expect(page.getByText(t('sso.domain.help'))).toBeVisible();
    await expect(sso.domain).toBeFocused();
    await expect(sso.domain).toHaveValue('nobody-here');
    await expectNoAxeViolations(page);
    await sso.openProvider('acme');
  });

  test.describe('before any script', () => {
    test.use({ javaScriptEnabled: false });

    test('the address alone asks for the domain; ssoLogin leaves nothing to scan [QP-02] [QP-04] [SO-01]', async ({
      sso,
      login,
      page,
      allowErrors,
    }) => {
      // Scripts that are named beforehand are not even fetched.
      allowErrors(/\.js csp$/);
      for (const query of ['ssoLogin', 'ssoLogin=true', 'appSsoLogin=1']) {
        await page.goto(`/login/web?${query}`);
        await expect(sso.title).toBeVisible();
        await expect(sso.domain).toBeVisible();
        await expect(login.account).toHaveCount(0);
        if (query.startsWith('ssoLogin')) await expect(page.getByRole('img', { name: scan })).toHaveCount(0);
      }
      for (const query of ['ssoLogin=false', 'appSsoLogin=0']) {
        await page.goto(`/login/web?${query}`);
        await expect(login.account).toBeVisible();
        await expect(sso.domain).toHaveCount(0);
      }
    });
  });
});

test('a domain may be pasted as the address that it is part of [SO-03] [D-12]', async ({ sso }) => {
  for (const pasted of ['https://ACME.sso.example.com/login?from=mail', ' acme.sso.example.com ', 'ＡＣＭＥ']) {
    await sso.open();
    await sso.openProvider(pasted);
  }
});

test('a part of the page that is lost costs nothing that was typed, and comes with the next press [SO-01]', async ({
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

test('the dialog is left with Escape, and the keyboard stands where it did; nothing typed is lost [SO-01]', async ({
  sso,
  login,
  page,
}) => {
  await login.open();
  await login.account.fill('someone@example.com');
  await sso.entry.focus();
  await page.keyboard.press('Enter');
  await expect(sso.domain).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sso.dialog).toHaveCount(0);
  await expect(sso.entry).toBeFocused();
  await expect(login.account).toHaveValue('someone@example.com');
});

test('whoever comes with ssoLogin can go back to an account all the same [QP-02] [SO-01]', async ({
  sso,
  login,
  page,
}) => {
  await page.goto('/login/web?ssoLogin=true&account=alice@example.com');
  await sso.waitForHydration();
  await sso.back.click();
  await expect(login.account).toHaveValue('alice@example.com');
  await expect(login.account).not.toBeEditable();
  await expect(sso.entry).toBeFocused();
  await expect(page.getByRole('img', { name: scan })).toHaveCount(0);

  // What is no account is left to be corrected.
  await page.goto('/login/web?ssoLogin=true&account=abc');
  await sso.waitForHydration();
  await sso.back.click();
  await expect(login.account).toHaveValue('abc');
  await expect(login.account).toBeEditable();
});

test.describe('in the product’s own app', () => {
  test.use({ ...widths.phone, userAgent: `${phoneUserAgent} yunzhang_APP/3.2` });

  test('nothing stands there that the app has itself; what it opens has no way back of ours [MD-03] [SO-01]', async ({
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
    await expectNoAxeViolations(page);
    await sso.openProvider('acme');
    const checked = page.waitForRequest('**/api/login/sso/account/authorize/check');
    await sso.chooseEmployee('acme-alice');
    expect((await checked).postDataJSON()).toEqual({ endpoint: 'yunzhang_APP' });
    await page.waitForURL('**/home');
  });
});

test.describe('in another app’s window', () => {
  test.use({ ...widths.phone, userAgent: `${phoneUserAgent} MicroMessenger/8.0.50` });

  test('words at the bottom lead to what the tab does not offer, once, and a reload stays there [SH-04] [D-21]', async ({
    sso,
    login,
    page,
    t,
  }) => {
    await login.open({ preLoginWay: 'user' });
    const block = page.getByRole('paragraph').filter({ has: sso.entry });
    const offered = (other: string) => [
      new RegExp(`^${other}$`),
      t('login.registerNow'),
      new RegExp(t('login.forgotPassword')),
      t('sso.entry'),
    ];
    await expect(block.locator('a, button')).toHaveText(offered(t('login.tab.code')));
    await expect(page.getByRole('link', { name: t('login.forgotPassword') })).toHaveCount(1);
    await expectNoAxeViolations(page);
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
    await page.reload({ waitUntil: 'networkidle' });
    await expect(login.account).toBeVisible();
    await expect(sso.domain).toHaveCount(0);
  });
});
