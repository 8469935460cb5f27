import { expect, test } from '../../fixtures/test.ts';
import { pixel, webViews } from '../../support/user-agents.ts';

test.describe('no QR code is shown', () => {
  test('with a fixed account or SSO requested by the URL [QR-19] [QP-02]', async ({ page, qrCode }) => {
    const requests = qrCode.watchQrCodeRequests();
    for (const query of ['account=alice@example.com', 'ssoLogin=true']) {
      await page.goto(`/login/web?${query}`, { waitUntil: 'networkidle' });
      await expect(qrCode.block).toHaveCount(0);
      expect(requests).toHaveLength(0);
    }
  });

  test('with cookies disabled, and the page says why [QR-19] [MD-04]', async ({ login, qrCode, page, t }) => {
    await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }));
    await login.open();
    await expect(qrCode.block).toHaveCount(0);
    await expect(page.getByText(t('qr.cookiesOff'))).toBeVisible();
  });

  for (const [where, userAgent] of [
    ['on a phone', pixel.userAgent],
    ['in a chat app', webViews.wechat.userAgent],
  ] as const) {
    test.describe(where, () => {
      test.use({ userAgent });

      test('and none is requested [QR-19] [MD-01] [MD-02]', async ({ login, qrCode }) => {
        const requests = qrCode.watchQrCodeRequests();
        await login.open();
        await expect(qrCode.block).toHaveCount(0);
        expect(requests).toHaveLength(0);
      });
    });
  }
});
