import { expect, test } from '../../fixtures/test.ts';

test.describe('no QR code is shown', () => {
  test('with a fixed account or SSO requested by the address [QR-19] [QP-02]', async ({ page, qrCode }) => {
    const requests = qrCode.watchCodeRequests();
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
    ['on a phone', 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36'],
    ['in a chat app', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.43'],
  ] as const) {
    test.describe(where, () => {
      test.use({ userAgent });

      test('and none is requested [QR-19] [MD-01] [MD-02]', async ({ login, qrCode }) => {
        const requests = qrCode.watchCodeRequests();
        await login.open();
        await expect(qrCode.block).toHaveCount(0);
        expect(requests).toHaveLength(0);
      });
    });
  }
});
