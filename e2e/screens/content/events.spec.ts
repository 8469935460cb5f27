import { createHash } from 'node:crypto';
import { commitCode } from '@foyer/contract/flows/code-login';
import { agree } from '@foyer/contract/flows/agreement';
import { type PageEvent, trackEvents } from '@foyer/contract/flows/events';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { registerAccount } from '@foyer/contract/flows/register';
import type { Page } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import type { ScriptedSite } from '../../scripted/scripted-site.ts';

const member = { account: '13812345678', password: 'Quiet-Harbour-7' };

test.use(widths.desktop);
test.beforeEach(({ site }) => {
  site.show({ config: { eventsUrl: '/api/v1/events' } });
  site.answer(trackEvents, { is: 'done', data: null });
});

test('tabs, QR code, SSO and dialogs are tracked [AN-03]', async ({ login, page, secondFactor, qrCode, site, t }) => {
  await login.open();
  await qrCode.waitUntilShown();
  const clickTwice = (tab: HTMLElement) => void [0, 1].map(() => tab.click());
  await test.step('a tab clicked twice before the page has rendered is switched to once', async () => {
    for (const tab of [qrCode.tabs.alipay, login.codeTab]) {
      await tab.evaluate(clickTwice);
      await expect(tab).toHaveAttribute('aria-selected', 'true');
    }
  });
  // Pressing the selected tab is no switch.
  await qrCode.tabs.alipay.click();
  await login.passwordTab.click();
  await qrCode.waitUntilShown('alipay');
  await qrCode.refresh.click();
  await page.getByRole('button', { name: t('sso.entry') }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  const needsFactor = { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: '138****5678' };
  site.answer(commitPassword, { is: 'done', data: needsFactor });
  await login.attempt(member);
  await secondFactor.waitUntilSent();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const events = await eventsUntil('dialog_cancel', page, site);
  for (const event of [
    { name: 'qr_switch', app: 'alipay' },
    { name: 'qr_refresh', app: 'alipay' },
    { name: 'qr_state', app: 'wechat', state: 'shown' },
    { name: 'sso_open' },
    { name: 'sso_back' },
    { name: 'dialog_open', dialog: 'secondFactor' },
    { name: 'code_send', by: 'mobile', result: 'done' },
    { name: 'dialog_cancel', dialog: 'secondFactor' },
  ])
    expect(events).toContainEqual(event);
  const switches = events.filter(({ name }) => name === 'qr_switch' || name === 'tab_change');
  expect(switches).toEqual([
    { name: 'qr_switch', app: 'alipay' },
    { name: 'tab_change', tab: 'authCode' },
    { name: 'tab_change', tab: 'user' },
  ]);
});

test('a click on the last used tab is tracked if that tab has failed to load before [LF-02] [AN-03]', async ({
  login,
  page,
  site,
}) => {
  site.show({ script: "localStorage.setItem('preLoginWay', 'authCode')" });
  await page.route('**/assets/code-*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/code-'));
  await login.open();
  await failed;
  await page.unroute('**/assets/code-*');
  await login.codeTab.click();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  const events = await eventsUntil('tab_change', page, site);
  expect(events.filter(({ name }) => name === 'tab_change')).toHaveLength(1);
});

test('a tracking endpoint that does not respond delays nothing [AC-49]', async ({ login, page, site }) => {
  site.answer(trackEvents, 'held');
  await login.open();
  await eventsUntil('page_show', page, site);
  await login.signIn(member);
});

test('no event contains anything that was typed or received, on any page [AN-01] [AN-03] [AC-50] [AC-39]', async ({
  login,
  code,
  register,
  retrievePassword,
  findAccount,
  setPassword,
  page,
  site,
}) => {
  const text = () => JSON.stringify(site.bodiesOf(trackEvents));
  const password = 'Canary-77-Song';
  const mobile = '13977700001';
  const mail = `canary.${mobile}@example.com`;
  const sent = '482913';
  const outbox = { code: async () => sent };
  const hash = createHash('sha256').update(password).digest('hex');

  await test.step('sign-in with a password, then with a code; of the redirect only its kind is tracked', async () => {
    // A registration signs in too.
    site.answer(commitPassword, { is: 'wrongCredentials', data: { attemptsLeft: 4 } }, { is: 'done', data: signedIn });
    site.answer(commitCode, { is: 'done', data: { ...signedIn, newUser: true, setPwdServiceId: 'password-1' } });
    const redirectUrl = `/help?article=agreement&who=${mail}#${mobile}`;
    await login.open({ localAccount: mobile, accessCode: '', redirectUrl });
    await login.attempt({ account: mail, password });
    await login.codeTab.click();
    await code.button.waitFor();
    await login.account.fill(mobile);
    await code.send();
    await code.input.fill(sent);
    await setPassword.dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/help?*');
    const events = await eventsUntil('url_redirect_analysis', page, site);
    expect(events).toContainEqual({ name: 'url_redirect_analysis', url_source: 'login', url_skip: 'own' });
  });
  await test.step('registration', async () => {
    site.answer(registerAccount, { is: 'done', data: { ouid: 'account-1' } });
    site.answer(agree, { is: 'done', data: {} });
    await register.open();
    await register.account.fill(mail);
    await register.code.send();
    await register.code.input.fill(sent);
    await register.password.fill(password);
    await register.repeatPassword.fill(password);
    await register.agreement.check();
    await register.submit.click();
    await page.waitForURL('**/regist/success');
  });
  await test.step('the other pages', async () => {
    await retrievePassword.open();
    await retrievePassword.verifyAccount(member.account, outbox);
    await findAccount.open();
    await findAccount.byPerson.click();
    await page.getByRole('textbox').first().fill('Canary Name');
    await page.goto(`/help?article=${mobile}`);
    // A page that is left before it has loaded what tracks sends nothing.
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('pagehide')));
        return text();
      })
      .toContain('"page":"help"');
    await page.goto(`/no/such/${mail}/page`);
  });
  for (const part of ['"name":"sign_in_result"', '"way":"register"', '"code_send"'])
    await expect.poll(text).toContain(part);
  for (const canary of [member.account, password, hash, mobile, mail, sent, 'Canary Name', 'article='])
    expect(text()).not.toContain(canary);
  const values = (await eventsUntil('page_show', page, site)).flatMap((event) => Object.values(event));
  expect(values.filter((value) => !/^[\w+-]{2,40}$/.test(value))).toEqual([]);
});

test('whether an article helped is tracked once [AN-03]', async ({ page, site, t }) => {
  await page.goto('/help?article=code-not-arriving');
  for (const answer of ['no', 'yes'] as const)
    await page.getByRole('button', { name: t(`help.helped.${answer}`), exact: true }).click();
  const events = await eventsUntil('article_helped', page, site);
  expect(events.filter(({ name }) => name === 'article_helped')).toEqual([{ name: 'article_helped', helped: 'no' }]);
});

/** Waits for an event, which the open page sends at the latest when it is left, and returns all events so far. */
async function eventsUntil(name: PageEvent['name'], page: Page, site: ScriptedSite): Promise<PageEvent[]> {
  const all = () => site.bodiesOf(trackEvents).flatMap(({ events }) => events);
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('pagehide')));
      return all().map((event) => event.name);
    })
    .toContain(name);
  return all();
}
