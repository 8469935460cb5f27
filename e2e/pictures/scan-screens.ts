import { qr } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, type Pages } from '../fixtures/test.ts';
import type { SandboxPhone } from '../pages/sandbox-phone.ts';
import { holdRequests } from '../support/calls.ts';
import { stopClock } from '../support/page-clock.ts';
import type { Screens } from './screens.ts';

/** The QR code in each of its states, the dialogs that a scan leads to, and the sandbox's drawer: not on a phone. */
export const scanScreens: Screens = {
  'login-sandbox-drawer': async ({ login, page }) => {
    await login.open();
    await page.getByRole('button', { name: /^(打开沙箱|Open the sandbox)$/ }).click();
    await page.getByRole('complementary').getByRole('listitem').first().waitFor();
  },
  'scan-loading': async ({ page, login }) => {
    await holdRequests(page, '/login/oauth/request/**');
    await login.open();
  },
  'scan-shown-alipay': ({ qrCode, login }) => qrCode.open('alipay', login),
  'scan-shown-dingtalk': ({ qrCode, login }) => qrCode.open('dingtalk', login),
  'scan-scanned': async ({ qrCode, login, t }) => {
    await openPolled({ qrCode, login }, { code: resultCodes.pending, data: { scanned: true } });
    await expect(qrCode.status).toContainText(t('qr.scanned'));
  },
  'scan-declined': async ({ phone, qrCode, login, t }) => {
    await phone.answer(await phone.scan(await qrCode.open('alipay', login), 'alice'), 'decline');
    await qrCode.runUntilPolled();
    await expect(qrCode.status).toHaveText(t('qr.denied'));
  },
  'scan-failed': async ({ qrCode, login, t }) => {
    await openPolled({ qrCode, login }, { code: resultCodes.internalError });
    await expect(qrCode.status).toHaveText(t('common.unknownError'));
  },
  'scan-expired': async ({ qrCode, login, page, t }) => {
    await openPolled({ qrCode, login }, { code: resultCodes.pending });
    await page.clock.fastForward(qr.expiresAfter);
    await expect(qrCode.status).toHaveText(t('qr.expired'));
  },
  'bind-mobile': async ({ phone, qrCode, login, request, bindMobile }) => {
    const link = phone.linkIn(await phone.scan(await qrCode.open('wechat', login), 'carol'));
    const ticket = new URL(link).searchParams.get('ticket');
    await request.post('/api/thirdparty/scan/answer', { data: { ticket, confirmed: true } });
    await qrCode.runUntilPolled();
    await bindMobile.mobile.waitFor();
  },
  'bind-mobile-known': async ({ phone, qrCode, login, bindMobile }) => {
    await phone.answer(await phone.scan(await qrCode.open('alipay', login), 'carol'), 'confirm');
    await qrCode.runUntilPolled();
    await bindMobile.dialog.waitFor();
  },
  'already-bound': async ({ phone, qrCode, login, page, oneClick }) => {
    await phone.answer(await phone.scan(await qrCode.open('alipay', login), 'dan'), 'confirm');
    await stopClock(page);
    await qrCode.runUntilPolled();
    await oneClick.waitUntilOpen();
  },
};

/** The screens of the phone that has scanned a QR code. */
export const phoneScreens: Screens = {
  'scan-confirm': async ({ page, request, phone, scanConfirm }) => {
    await openConfirm({ page, request, phone });
    await scanConfirm.confirm.waitFor();
  },
  'scan-confirm-yes': async ({ page, request, phone, scanConfirm, t }) => {
    await openConfirm({ page, request, phone });
    await scanConfirm.confirm.click();
    await page.getByText(t('scan.confirmed')).waitFor();
  },
  'scan-confirm-no': async ({ page, request, phone, scanConfirm, t }) => {
    await openConfirm({ page, request, phone });
    await scanConfirm.decline.click();
    await page.getByText(t('scan.declined')).waitFor();
  },
  'scan-confirm-over': ({ page }) => page.goto('/scan/confirm'),
  'sandbox-phone': async ({ page, request }) => page.goto(await contentOf(request, 'ALIPAY_MINI')),
  'sandbox-phone-offer': async ({ page, request }) => {
    await page.goto(await contentOf(request, 'ALIPAY_MINI'));
    await page.locator('button[name=person]').first().click();
    await page.locator('button[name=confirm]').first().waitFor();
  },
  'sandbox-phone-wechat': async ({ page, request }) => {
    const content = await contentOf(request, 'WECHAT_OFFICIAL_ACCOUNT');
    await page.goto(`/sandbox/phone?${new URLSearchParams({ code: content })}`);
    await page.locator('button[name=person]').first().click();
  },
};

/** Opens the page with a QR code and answers its polls with one response. */
async function openPolled(
  { login, qrCode }: Pick<Pages, 'login' | 'qrCode'>,
  response: { code: number; data?: unknown },
) {
  await login.open();
  await qrCode.waitUntilShown();
  await qrCode.fulfillPolls({ message: null, ...response });
  await qrCode.runUntilPolled();
}

/** The content of a QR code that another browser shows. */
async function contentOf(request: APIRequestContext, app: string): Promise<string> {
  const response = await request.get(`/api/login/oauth/request/${app}`, { params: { fingerprint: 'pictures' } });
  return (await response.json()).data.url;
}

async function openConfirm({ page, request, phone }: { page: Page; request: APIRequestContext; phone: SandboxPhone }) {
  const screen = await phone.scan(await contentOf(request, 'WECHAT_OFFICIAL_ACCOUNT'), 'alice');
  await page.goto(phone.linkIn(screen));
}
