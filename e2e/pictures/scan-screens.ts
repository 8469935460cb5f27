import { expect } from '@playwright/test';
import { qr } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { stopClock } from '../support/page-clock.ts';
import { delayResponse } from '../support/wire.ts';
import type { Means } from './means.ts';
import type { Screens } from './screens.ts';

/** The code beside the form in each of its states, and what a scan leads to; a phone shows no code. */
export const scanScreens: Screens = {
  'scan-loading': async ({ page, login }) => {
    await delayResponse(page, '/login/oauth/request/**');
    await login.open();
  },
  'scan-shown-alipay': ({ scan, login }) => scan.show('alipay', login),
  'scan-shown-dingtalk': ({ scan, login }) => scan.show('dingtalk', login),
  'scan-scanned': (means) => told(means, { code: resultCodes.pending, data: { scanned: true } }),
  'scan-declined': async ({ page, phone, scan, login }) => {
    await page.clock.install();
    await phone.answer(await phone.scan(await scan.show('alipay', login), 'alice'), false);
    await scan.letAsk();
    await expect(scan.status).toHaveText(scan.words.declined);
  },
  'scan-failed': (means) => told(means, { code: resultCodes.internalError }),
  'scan-expired': async (means) => {
    await told(means, { code: resultCodes.pending });
    await means.page.clock.fastForward(qr.expiresAfter);
    await expect(means.scan.status).toHaveText(means.scan.words.expired);
  },
  'bind-mobile': async ({ phone, scan, login, page, request, bind }) => {
    await page.clock.install();
    const link = phone.linkIn(await phone.scan(await scan.show('wechat', login), 'carol'));
    const ticket = new URL(link).searchParams.get('ticket');
    await request.post('/api/thirdparty/scan/answer', { data: { ticket, confirmed: true } });
    await scan.letAsk();
    await bind.mobile.waitFor();
  },
  'bind-mobile-known': async ({ phone, scan, login, page, bind }) => {
    await page.clock.install();
    await phone.answer(await phone.scan(await scan.show('alipay', login), 'carol'), true);
    await scan.letAsk();
    await bind.dialog.waitFor();
  },
  'already-bound': async ({ phone, scan, login, page, oneClick }) => {
    await page.clock.install();
    await phone.answer(await phone.scan(await scan.show('alipay', login), 'dan'), true);
    await stopClock(page);
    await scan.letAsk();
    await oneClick.untilOpen();
  },
};

/** What the phone that scanned shows. */
export const phoneScreens: Screens = {
  'scan-confirm': async (means) => {
    await openConfirm(means);
    await means.confirm.yes.waitFor();
  },
  'scan-confirm-yes': async (means) => {
    await openConfirm(means);
    await means.confirm.yes.click();
    await means.page.getByText(means.confirm.words.confirmed).waitFor();
  },
  'scan-confirm-no': async (means) => {
    await openConfirm(means);
    await means.confirm.no.click();
    await means.page.getByText(means.confirm.words.declined).waitFor();
  },
  'scan-confirm-over': ({ page }) => page.goto('/scan/confirm'),
  'sandbox-phone': async (means) => means.page.goto(await codeOf(means, 'ALIPAY_MINI')),
  'sandbox-phone-offer': async (means) => {
    await means.page.goto(await codeOf(means, 'ALIPAY_MINI'));
    await means.page.locator('button[name=person]').first().click();
    await means.page.locator('button[name=confirm]').first().waitFor();
  },
  'sandbox-phone-wechat': async (means) => {
    await means.page.goto(
      `/sandbox/phone?${new URLSearchParams({ code: await codeOf(means, 'WECHAT_OFFICIAL_ACCOUNT') })}`,
    );
    await means.page.locator('button[name=person]').first().click();
  },
};

/** A code that was shown, and what the page is told of it from then on. */
async function told({ page, login, scan }: Means, answer: { code: number; data?: unknown }) {
  await page.clock.install();
  await scan.answerAsks({ message: null, ...answer });
  await login.open();
  await scan.untilShown();
  await scan.letAsk();
  if (answer.code !== resultCodes.pending || answer.data) await expect(scan.status).not.toHaveText(scan.words.ready);
}

/** What stands in a code that some other browser shows. */
async function codeOf({ request }: Means, app: string): Promise<string> {
  const answer = await request.get(`/api/login/oauth/request/${app}`, { params: { fingerprint: 'pictures' } });
  return (await answer.json()).data.url;
}

async function openConfirm(means: Means) {
  const held = await means.phone.scan(await codeOf(means, 'WECHAT_OFFICIAL_ACCOUNT'), 'alice');
  await means.page.goto(means.phone.linkIn(held));
}
