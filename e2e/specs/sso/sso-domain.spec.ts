import { findCompany } from '@foyer/contract/flows/sso-domain';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { test } from '../../fixtures/journey.ts';
import { expect, languageWidths, widths } from '../../fixtures/test.ts';
import { watchCall } from '../../support/watched-calls.ts';

const phoneUserAgent = widths.phone.userAgent;
const scan = /扫码|Scan with/;

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test("someone names their company, signs in there and is in; back leads to the account's form [SO-01] [SO-02] [SH-04]", async ({
      login,
      door,
      page,
    }) => {
      await login.open();
      await door.entry.click();
      // On a large screen it stands over the page, on a phone in the place of the form.
      await expect(door.dialog).toHaveCount(width === 'desktop' ? 1 : 0);
      await expect(login.account).toHaveCount(width === 'desktop' ? 1 : 0);
      await expect(door.title).toBeVisible();
      await expect(page.getByText(door.words.about)).toBeVisible();
      await expect(page.getByText('.sso.example.com')).toBeVisible();
      await expect(door.domain).toBeFocused();
      await expectNoAxeViolations(page);

      await door.back.click();
      await expect(door.title).toHaveCount(0);
      await expect(login.account).toBeVisible();
      // Where it was opened, whether or not that has been away meanwhile.
      await expect(door.entry).toBeFocused();

      await door.entry.click();
      const asked = watchCall(page, findCompany);
      await door.goTo('acme');
      expect(asked.map((call) => call.postDataJSON())).toEqual([{ domain: 'acme', agreed: true }]);
      await door.be('acme-alice');
      await page.waitForURL('**/home');
    });
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('what cannot be a domain is told and never asked for [SO-02] [SO-03] [AC-44]', async ({ door, page }) => {
    await door.open();
    const asked = watchCall(page, findCompany);
    await expect(door.submit).toBeDisabled();
    await door.domain.press('Enter');
    await expect(door.problems.first()).toHaveText(door.words.emptyDomain);
    await expect(door.problems.nth(1)).toHaveText(door.words.agreeFirst);

    await door.tick.check();
    for (const wrong of ['a.b', 'evil.test/', '..', '公司', 'acme.sso.evil.test', 'a'.repeat(500)]) {
      await door.domain.fill(wrong);
      await expect(door.problems).toHaveCount(0);
      await door.submit.click();
      await expect(door.problems).toHaveText([door.words.invalidDomain]);
      await expect(door.domain).toBeFocused();
    }
    await expectNoAxeViolations(page);

    await door.tick.uncheck();
    await door.domain.fill('acme');
    await door.submit.click();
    await expect(door.problems).toHaveText([door.words.agreeFirst]);
    await expect(door.tick).toBeFocused();
    expect(asked).toHaveLength(0);
  });
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('a company that is not here is told, with what to do about it [SO-04]', async ({ door, page }) => {
    await door.open();
    await door.ask('nobody-here');
    await expect(door.problems).toHaveText([door.words.noSuchDomain]);
    await expect(page.getByText(door.words.whoKnows)).toBeVisible();
    await expect(door.domain).toBeFocused();
    await expect(door.domain).toHaveValue('nobody-here');
    await expectNoAxeViolations(page);
    await door.goTo('acme');
  });

  test.describe('before any script', () => {
    test.use({ javaScriptEnabled: false });

    test('the address alone asks for the domain; ssoLogin leaves nothing to scan [QP-02] [QP-04] [SO-01]', async ({
      door,
      login,
      page,
      allowErrors,
    }) => {
      // Scripts that are named beforehand are not even fetched.
      allowErrors(/\.js csp$/);
      for (const query of ['ssoLogin', 'ssoLogin=true', 'appSsoLogin=1']) {
        await page.goto(`/login/web?${query}`);
        await expect(door.title).toBeVisible();
        await expect(door.domain).toBeVisible();
        await expect(login.account).toHaveCount(0);
        if (query.startsWith('ssoLogin')) await expect(page.getByRole('img', { name: scan })).toHaveCount(0);
      }
      for (const query of ['ssoLogin=false', 'appSsoLogin=0']) {
        await page.goto(`/login/web?${query}`);
        await expect(login.account).toBeVisible();
        await expect(door.domain).toHaveCount(0);
      }
    });
  });
});

test('a domain may be pasted as the address that it is part of [SO-03] [D-12]', async ({ door }) => {
  for (const pasted of ['https://ACME.sso.example.com/login?from=mail', ' acme.sso.example.com ', 'ＡＣＭＥ']) {
    await door.open();
    await door.goTo(pasted);
  }
});

test('a part of the page that is lost costs nothing that was typed, and comes with the next press [SO-01]', async ({
  door,
  login,
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  const lost = '**/assets/sso-dialog*';
  await page.route(lost, (route) => route.abort());
  await login.open();
  await login.fill({ account: 'someone@example.com', password: 'secret' });
  await door.entry.click();
  await expect(door.toast).toHaveText(login.words.noAnswer);
  await page.unroute(lost);
  await door.entry.click();
  await expect(door.domain).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(login.account).toHaveValue('someone@example.com');
  await expect(login.password).toHaveValue('secret');
});

test('the dialog is left with Escape, and the keyboard stands where it did; nothing typed is lost [SO-01]', async ({
  door,
  login,
  page,
}) => {
  await login.open();
  await login.account.fill('someone@example.com');
  await door.entry.focus();
  await page.keyboard.press('Enter');
  await expect(door.domain).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(door.dialog).toHaveCount(0);
  await expect(door.entry).toBeFocused();
  await expect(login.account).toHaveValue('someone@example.com');
});

test('whoever comes with ssoLogin can go back to an account all the same [QP-02] [SO-01]', async ({
  door,
  login,
  page,
}) => {
  await page.goto('/login/web?ssoLogin=true&account=alice@example.com');
  await door.untilAlive();
  await door.back.click();
  await expect(login.account).toHaveValue('alice@example.com');
  await expect(login.account).not.toBeEditable();
  await expect(door.entry).toBeFocused();
  await expect(page.getByRole('img', { name: scan })).toHaveCount(0);

  // What is no account is left to be corrected.
  await page.goto('/login/web?ssoLogin=true&account=abc');
  await door.untilAlive();
  await door.back.click();
  await expect(login.account).toHaveValue('abc');
  await expect(login.account).toBeEditable();
});

test.describe('in the product’s own app', () => {
  test.use({ ...widths.phone, userAgent: `${phoneUserAgent} yunzhang_APP/3.2` });

  test('nothing stands there that the app has itself; what it opens has no way back of ours [MD-03] [SO-01]', async ({
    door,
    login,
    page,
  }) => {
    await login.open();
    await expect(login.language).toHaveCount(0);
    await expect(door.entry).toHaveCount(0);
    await door.open();
    await expect(login.language).toHaveCount(0);
    await expect(door.back).toHaveCount(0);
    await expectNoAxeViolations(page);
    await door.goTo('acme');
    const checked = page.waitForRequest('**/api/login/sso/account/authorize/check');
    await door.be('acme-alice');
    expect((await checked).postDataJSON()).toEqual({ endpoint: 'yunzhang_APP' });
    await page.waitForURL('**/home');
  });
});

test.describe('in another app’s window', () => {
  test.use({ ...widths.phone, userAgent: `${phoneUserAgent} MicroMessenger/8.0.50` });

  test('words at the bottom lead to what the tab does not offer, once, and a reload stays there [SH-04] [D-21]', async ({
    door,
    login,
    page,
  }) => {
    await login.open({ preLoginWay: 'user' });
    const block = page.getByRole('paragraph').filter({ has: door.entry });
    const { passwordTab, codeTab, register, forgotPassword } = login.words;
    const offered = (other: string) => [
      new RegExp(`^${other}$`),
      register,
      new RegExp(forgotPassword),
      door.words.entry,
    ];
    await expect(block.locator('a, button')).toHaveText(offered(codeTab));
    await expect(page.getByRole('link', { name: forgotPassword })).toHaveCount(1);
    await expectNoAxeViolations(page);
    await block.getByRole('button', { name: codeTab }).click();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await expect(block.locator('a, button')).toHaveText(offered(passwordTab));
    await door.entry.click();
    await expect(door.domain).toBeFocused();
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(door.domain).toBeVisible();
    await door.back.click();
    await expect(login.account).toBeVisible();
    await expect(door.entry).toBeFocused();
    await page.reload({ waitUntil: 'networkidle' });
    await expect(login.account).toBeVisible();
    await expect(door.domain).toHaveCount(0);
  });
});
