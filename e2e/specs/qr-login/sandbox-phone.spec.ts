import type { Locator, Page } from '@playwright/test';
import { qr } from '@foyer/contract/limits';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { hold } from '../../support/calls.ts';
import { alice } from '../../support/people.ts';

const fingerprint = 'f'.repeat(32);

const words = {
  'zh-CN': { offer: '要登录吗？', yes: '确认登录', no: '不是我', confirmed: '已确认', declined: '已拒绝' },
  'en-US': { offer: 'Sign in?', yes: 'Sign in', no: 'Not me', confirmed: 'Confirmed', declined: 'Declined' },
} as const;

/** Requests a QR code as the sign-in page does; returns it with a function that polls for the result. */
async function requestQrCode({ request }: Page) {
  const response = await request.get('/api/login/oauth/request/ALIPAY_MINI', { params: { fingerprint } });
  const { url, loginId } = (await response.json()).data;
  const poll = async () => {
    const result = await request.get('/api/thirdparty/alipaymini/result', { params: { loginId, fingerprint } });
    return result.json();
  };
  return { url, poll };
}

async function pressByKey(button: Locator) {
  await button.focus();
  await button.press('Enter');
}

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });
    const name = language === 'zh-CN' ? alice.name.zh : alice.name.en;

    test('opening a QR code’s URL signs in as a chosen person, by keyboard and without scripts', async ({
      page,
      browser,
    }) => {
      const { url, poll } = await requestQrCode(page);
      const phoneContext = await browser.newContext({ locale: language, ...widths.phone, javaScriptEnabled: false });
      const phone = await phoneContext.newPage();
      const { offer, yes, confirmed } = words[language];

      await phone.goto(url);
      await pressByKey(phone.getByRole('button', { name }));
      await expect(phone.getByRole('heading', { name: offer })).toBeVisible();
      await expect(phone.getByText(new URL(url).host)).toBeVisible();
      expect(await poll()).toMatchObject({ code: 400, data: { scanned: true } });
      await pressByKey(phone.getByRole('button', { name: yes }));
      await expect(phone.getByRole('heading', { name: confirmed })).toBeVisible();
      expect(await poll()).toMatchObject({ code: 0 });
      await phoneContext.close();
    });

    test('the sign-in can be declined on the phone', async ({ page, context }) => {
      const { url, poll } = await requestQrCode(page);
      const phone = await context.newPage();
      const { no, declined } = words[language];
      await phone.goto(url);
      await phone.getByRole('button', { name }).click();
      await expectNoAxeViolations(phone);
      await phone.getByRole('button', { name: no }).click();
      await expect(phone.getByRole('heading', { name: declined })).toBeVisible();
      expect(await poll()).toMatchObject({ code: 10000026 });
    });
  });
}

test('the link below DingTalk’s QR code never names the one that was replaced', async ({ login, qrCode, page, t }) => {
  await qrCode.open('dingtalk', login);
  const link = page.getByRole('link', { name: t('qr.sandboxPhone') });
  await expect(link).toBeVisible();
  const [frame, replaced] = [qrCode.picture('dingtalk'), await link.getAttribute('href')];
  const url = await frame.getAttribute('src');
  const release = await hold(page, '**/sandbox/dingtalk/oauth2/auth?**');
  await qrCode.refresh.click();
  await page.clock.runFor(qr.refreshDelay);
  await expect(frame).toHaveCount(1);
  await expect(frame).not.toHaveAttribute('src', url!);
  expect(await link.count()).toBe(0);
  release();
  await expect(link).toBeVisible();
  await expect(link).not.toHaveAttribute('href', replaced!);
});

test('the link below DingTalk’s QR code opens the phone, which signs in', async ({
  login,
  qrCode,
  page,
  context,
  t,
}) => {
  await qrCode.open('dingtalk', login);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: t('qr.sandboxPhone') }).click();
  const phone = await opened;
  await phone.getByRole('button', { name: alice.name.en }).click();
  await phone.getByRole('button', { name: 'Agree' }).click();
  await page.waitForURL('**/home');
});
