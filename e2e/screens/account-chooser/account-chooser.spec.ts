import { forgetAccount } from '@foyer/contract/flows/account-chooser';
import { trackEvents } from '@foyer/contract/flows/events';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { pollAlipayScan } from '@foyer/contract/apps/alipay-calls';
import { requestQr } from '@foyer/contract/flows/qr-login';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import { qr } from '@foyer/contract/limits';
import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import { hold } from '../../support/servers/calls.ts';

test.use(widths.desktop);

const lin: RememberedAccount = { handle: 'account-1', account: '138****8000', kind: 'mobile', method: 'password' };
const wang: RememberedAccount = { handle: 'account-2', account: '139****0001', kind: 'mobile', method: 'dingtalk' };

test('a card leads to the password and back by keyboard alone, and signs in with its handle', async ({
  login,
  site,
  page,
  t,
}) => {
  site.show({ remembered: [lin, wang] });
  site.answer(commitPassword, { is: 'wrongCredentials', data: { attemptsLeft: 4 } }, { is: 'done', data: signedIn });
  await page.goto('/login/web');
  await login.waitForHydration();
  const card = ({ account }: RememberedAccount) => page.getByRole('button', { name: account });
  await expect(card(lin)).toContainText(t('chooser.lastUsed'));
  await expect(card(wang)).not.toContainText(t('chooser.lastUsed'));
  await expect(login.account).toHaveCount(0);
  await card(lin).focus();
  await page.keyboard.press('Enter');
  await expect(login.password).toBeFocused();
  await expect(login.account).toHaveCount(0);
  await page.getByRole('button', { name: t('chooser.switch') }).press('Enter');
  await expect(page.getByRole('heading', { name: t('chooser.title') })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(login.password).toBeFocused();
  await page.keyboard.type('Wrong-2026');
  await page.keyboard.press('Enter');
  await expect(login.errors).toContainText(t.refusal('wrongCredentials', { attemptsLeft: 4 }));
  await login.password.fill('Quiet-Harbour7');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  expect(site.bodiesOf(commitPassword).at(-1)).toMatchObject({ preServiceId: lin.handle });
});

test('who has forgotten the password of a card resets it without typing the account [PG-01]', async ({
  login,
  site,
  page,
  t,
}) => {
  site.show({ remembered: [lin] });
  site.answer(sendCodeToMobile, { is: 'done', data: { serviceId: 'code-1', sentTo: lin.account } });
  await page.goto('/login/web');
  await login.waitForHydration();
  await page.getByRole('button', { name: lin.account }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: t('login.forgotPassword') }).click();
  const tab = await opened;
  const account = tab.getByRole('textbox', { name: t('login.account.label') });
  await expect(account).toHaveValue(lin.account);
  expect(tab.url(), 'the handle is in no history').toBe(`${site.origin}/retrieve`);
  await tab.getByRole('button', { name: t('code.get') }).click();
  await site.waitForCalls(sendCodeToMobile);
  expect(site.bodiesOf(sendCodeToMobile)).toMatchObject([{ bizType: 'RETRIEVE', preServiceId: lin.handle }]);
  await test.step('another account is typed over it', async () => {
    await account.fill('13912345678');
    await tab.getByRole('button', { name: t('code.get') }).click();
    await site.waitForCalls(sendCodeToMobile, 2);
    expect(site.bodiesOf(sendCodeToMobile).at(-1)).toMatchObject({ bizType: 'RETRIEVE', principal: '13912345678' });
  });
  await tab.close();
});

test('another account can be typed, and the last one that is forgotten leads to the form', async ({
  login,
  site,
  page,
  t,
}) => {
  site.show({ remembered: [lin] });
  site.answer(forgetAccount, { is: 'done', data: null });
  await page.goto('/login/web');
  await login.waitForHydration();
  await login.otherAccount.click();
  await expect(login.account).toBeFocused();
  await page.getByRole('button', { name: t('chooser.back') }).click();
  await page.getByRole('button', { name: t('chooser.manage') }).click();
  await page.getByRole('button', { name: t('chooser.forget.account', { account: lin.account }) }).click();
  await expect(login.account).toBeFocused();
  expect(site.callsOf(forgetAccount)).toMatchObject([{ path: '/user/accounts/remembered/account-1/forget' }]);
});

test('a card of a person who scanned shows the QR code of their app, beside the form', async ({
  login,
  qrCode,
  bindMobile,
  site,
  clock,
  page,
  t,
}) => {
  site.show({ remembered: [wang] });
  const card = page.getByRole('button', { name: wang.account });
  await page.goto('/login/web');
  await login.waitForHydration();
  await qrCode.waitUntilShown();
  await card.click();
  await qrCode.waitUntilShown('dingtalk');
  await expect(qrCode.tabs.dingtalk).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(t('chooser.scan', { app: t('qr.switch.dingtalk') }))).toBeVisible();
  await expect(login.password).toBeFocused();

  await test.step('the same card shows it again after another app was selected', async () => {
    await qrCode.tabs.alipay.click();
    await qrCode.waitUntilShown('alipay');
    await page.getByRole('button', { name: t('chooser.switch') }).click();
    await card.click();
    await qrCode.waitUntilShown('dingtalk');
    await expect(qrCode.tabs.dingtalk).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('another app that the person chooses stays chosen after a cancelled dialog', async () => {
    const before = site.callsOf(requestQr).length;
    await qrCode.tabs.alipay.click();
    await qrCode.waitUntilShown('alipay');
    site.answer(pollAlipayScan, { is: 'needsMobile', data: { userInfoContextId: 'person-1' } });
    await clock.run(qr.pollInterval);
    await bindMobile.dialog.waitFor();
    await page.keyboard.press('Escape');
    await qrCode.waitUntilShown('alipay');
    expect(site.callsOf(requestQr)).toHaveLength(before + 2);
  });
});

test('a card that is clicked before the QR code can be started shows that of its app, not that of the app selected last', async ({
  login,
  qrCode,
  site,
  page,
}) => {
  site.show({
    remembered: [{ ...wang, method: 'wechat' }],
    config: { eventsUrl: `/api${trackEvents.path}` },
    script: "localStorage.setItem('preQrLoginWay', 'alipay')",
  });
  site.answer(trackEvents, { is: 'done', data: null });
  const release = await hold(page, '**/assets/later.*');
  await page.goto('/login/web');
  await login.waitForHydration();
  await expect(qrCode.tabs.alipay, 'the document has requested it').toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: wang.account }).click();
  await expect(login.password).toBeFocused();
  release();
  await qrCode.waitUntilShown('wechat');
  const events = async () => {
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    return site.bodiesOf(trackEvents).flatMap((sent) => sent.events.map(({ name }) => name));
  };
  await expect.poll(events).toContain('page_show');
  const switches = (await events()).filter((name) => name === 'qr_switch');
  expect(switches, 'Alipay was selected before').toHaveLength(1);
});

test('the tab that the URL names stays when a card is pressed [QP-03] [LF-02]', async ({ login, code, site, page }) => {
  site.show({ remembered: [lin] });
  await page.goto('/login/web?preLoginWay=authCode');
  await login.waitForHydration();
  await page.getByRole('button', { name: lin.account }).click();
  await expect(code.button).toBeVisible();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
});
