import { checkIdSuffix } from '@foyer/contract/flows/identity-check';
import { findCompany } from '@foyer/contract/flows/sso-domain';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { requestWecomScan } from '@foyer/contract/flows/work-chat';
import { toast } from '@foyer/contract/limits';
import { pageRoutes, ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { expect, languageWidths, test, widths } from '../../fixtures/screen.ts';
import type { SsoPages } from '../../pages/sso-pages.ts';
import type { ScriptedSite } from '../../scripted/scripted-site.ts';
import { texts } from '../../support/page/texts.ts';

const returnUrl = `${ssoMiddlePath}?accessCode=access-1`;
const redirectUrl = '/agreement/privacy?from=a';
const form = `**${pageRoutes.login}?${new URLSearchParams({ redirectUrl })}`;

const ssoSignIn = { loginStatus: true, realNameStatus: true, loginDoubleCheck: false, needAgreement: false } as const;
const signedIn = { is: 'done', data: { ...ssoSignIn, targetUrl: '/home?from=sso' } } as const;
const secondFactorDue = { ...ssoSignIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: '138****8001' };

/** Starts with a requested page, at a company whose sign-in page returns at once. */
async function startAndReturn(sso: SsoPages, site: ScriptedSite) {
  site.answer(findCompany, { is: 'done', data: { ifExistDomain: true, targetUrl: `${site.origin}${returnUrl}` } });
  await sso.open({ redirectUrl });
  await sso.submitDomain('acme');
}

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('the return page shows a message over the whole window while it checks the access code, and then signs in, after a lost response by a retry [SO-05] [SO-07] [SO-12] [SH-11] [QP-06]', async ({
      sso,
      site,
      page,
      t,
    }) => {
      const answerCheck = site.hold(checkAuthorisation);
      await page.goto(returnUrl);
      await expect(sso.checking).toBeVisible();
      expect(await sso.checking.boundingBox()).toMatchObject(widths[width].viewport);
      expect(page.url(), 'the access code is removed from the URL').toBe(`${site.origin}${ssoMiddlePath}`);
      answerCheck('lost');
      await expect(sso.toast).toHaveText(t('common.network'));
      await expect(sso.startAgain).toBeVisible();
      await expect(sso.retry).toBeFocused();
      site.answer(checkAuthorisation, signedIn);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/home?from=sso');
      const check = { body: { endpoint: '' }, headers: { [accessCodeHeader.toLowerCase()]: 'access-1' } };
      expect(site.callsOf(checkAuthorisation)).toMatchObject([check, check]);
    });
  });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a refusal is in a toast and then on the page, in the chosen language, with a link that starts again with the requested page [SO-07] [SO-12] [SH-07]', async ({
    sso,
    site,
    login,
    clock,
    page,
    t,
  }) => {
    const main = page.getByRole('main');
    site.answer(checkAuthorisation, { is: 'accountDisabled' });
    await startAndReturn(sso, site);
    await expect(sso.toast).toHaveText(t.refusal('accountDisabled'));
    await expect(sso.checking).toHaveCount(0);
    // The reason is never there twice.
    await expect(main).toHaveText(new RegExp(`^${t('sso.failed')}${t('sso.again')}`));
    await clock.run(toast.shownFor);
    await expect(main).toContainText(t.refusal('accountDisabled'));
    await login.languageSelect.selectOption('en-US');
    await expect(main).toContainText(texts('en-US').refusal('accountDisabled'));
    await login.languageSelect.selectOption('zh-CN');
    await expect(main).toContainText(t.refusal('accountDisabled'));
    await sso.startAgain.click();
    await expect(sso.title).toBeVisible();
    expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe(redirectUrl);
  });

  test('a failure of WeCom has its name and its ways to start again, with the requested page [SO-12] [SO-15]', async ({
    login,
    sso,
    site,
    clock,
    page,
    t,
  }) => {
    site.answer(requestWecomScan, { is: 'done', data: { url: `${site.origin}${returnUrl}` } });
    site.answer(checkAuthorisation, { is: 'notAMember' });
    await login.open({ redirectUrl });
    for (const button of ['wecom.entry', 'wecom.again'] as const) {
      await page.getByRole('button', { name: t(button) }).click();
      await expect(sso.toast).toHaveText(t.refusal('notAMember'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('wecom.failed'));
      await clock.run(toast.shownFor);
    }
    await expect(page.getByRole('main')).toContainText(t.refusal('notAMember'));
    await expect(sso.startAgain, 'there is no company domain to enter').toHaveCount(0);
    expect(site.callsOf(requestWecomScan).map(({ query }) => query['redirectUrl'])).toEqual([redirectUrl, redirectUrl]);
    await page.getByRole('link', { name: t('bound.other') }).click();
    await page.waitForURL(form);
    await expect(login.account).toBeVisible();
  });
});

test('every path with ssomiddlepage in it is the return page, and an access code that no header can carry is expired [SH-11] [QP-06] [QP-09]', async ({
  sso,
  site,
  clock,
  page,
  t,
}) => {
  site.answer(checkAuthorisation, { is: 'ssoExpired' });
  for (const path of ['', '/more?accessCode=中文', `?accessCode=${'a'.repeat(6000)}`]) {
    await page.goto(`${path.startsWith('/more') ? '/any' : ''}${ssoMiddlePath}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('sso.failed'));
    await clock.run(toast.shownFor);
    await expect(page.getByRole('main')).toContainText(t('sso.sessionExpired'));
    await expect(sso.startAgain).toBeVisible();
    expect(page.url()).not.toContain('accessCode');
  }
  expect(site.callsOf(checkAuthorisation), 'only the long one is sent').toHaveLength(1);
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('an account with sign-in security is asked for its second factor, which names the redirect and survives a reload [SO-05] [DG-13] [DG-14]', async ({
    sso,
    site,
    page,
    secondFactor,
    t,
  }) => {
    site.answer(checkAuthorisation, { is: 'done', data: secondFactorDue });
    site.answer(verifySecondFactor, {
      is: 'done',
      data: { serviceId: 'first-1', url: redirectUrl, needAgreement: false },
    });
    await startAndReturn(sso, site);
    await secondFactor.waitUntilSent();
    await expect(secondFactor.dialog).toHaveAccessibleName(t('secondary.title'));
    await expect(secondFactor.dialog).toContainText(t('mfa.desc', { mobile: '138****8001' }));
    const { host } = new URL(page.url());
    await expect(secondFactor.dialog).toContainText(t('mfa.next', { target: `${host}/agreement/privacy` }));
    await expect(sso.checking).toHaveCount(0);
    await page.reload();
    await secondFactor.waitUntilSent();
    expect(site.callsOf(checkAuthorisation), 'the reload checks nothing again').toHaveLength(1);
    await secondFactor.submitCode('123456');
    await page.waitForURL(`**${redirectUrl}`);
  });
});

test('a new SSO sign-in replaces the dialog of the one before, and its code [SO-05] [DG-13]', async ({
  sso,
  site,
  page,
  secondFactor,
  bindAccount,
}) => {
  site.answer(checkAuthorisation, { is: 'done', data: secondFactorDue });
  await page.goto(returnUrl);
  await secondFactor.waitUntilSent();
  const answerCheck = site.hold(checkAuthorisation);
  await page.goto(`${ssoMiddlePath}?accessCode=access-2`);
  await expect(sso.checking).toBeVisible();
  await expect(secondFactor.dialog).toHaveCount(0);
  answerCheck({ is: 'done', data: { loginStatus: false } });
  await bindAccount.mobile.fill('13812345678');
  await bindAccount.code.send();
  await test.step('a code of the previous SSO sign-in does not count', async () => {
    await page.goto(`${ssoMiddlePath}?accessCode=access-3`);
    await bindAccount.mobile.fill('13812345678');
    await expect(bindAccount.code.sentTo).toHaveCount(0);
    await expect(bindAccount.code.button).toBeEnabled();
  });
});

test('a dialog that fails to load opens on the next click; closing it returns to the form, and so does the right ID number after its message [SO-05] [DG-13] [ER-03]', async ({
  sso,
  site,
  clock,
  page,
  secondFactor,
  identityCheck,
  login,
  t,
}) => {
  await test.step('the second factor', async () => {
    site.answer(checkAuthorisation, { is: 'done', data: secondFactorDue });
    await page.route('**/assets/dialogs-*', (route) => route.abort());
    await startAndReturn(sso, site);
    await expect(sso.toast).toHaveText(t('common.network'));
    await page.unroute('**/assets/dialogs-*');
    await page.getByRole('main').click();
    await secondFactor.waitUntilSent();
    await secondFactor.close.click();
    await page.waitForURL(form);
    await expect(login.account).toBeVisible();
  });
  await test.step('the identity check', async () => {
    site.answer(checkAuthorisation, {
      is: 'needsIdentityCheck',
      data: { name: '*林', desIdNo: '3301**********123X', serviceId: 'check-1' },
    });
    site.answer(checkIdSuffix, { is: 'done', data: null });
    await startAndReturn(sso, site);
    await identityCheck.dialog.waitFor();
    await expect(sso.checking).toHaveCount(0);
    await identityCheck.submitSuffix('123X');
    await expect(identityCheck.passed).toHaveText(t('idcheck.success'));
    await clock.run(toast.shownFor - 1);
    await expect(identityCheck.passed).toHaveText(t('idcheck.success'));
    expect(page.url()).toBe(`${site.origin}${ssoMiddlePath}`);
    await clock.run(1);
    await page.waitForURL(form);
  });
});
