import { resultCodes } from '@foyer/contract/result-codes';
import type { APIRequestContext } from '@playwright/test';
import { expect, languages, test, widths } from '../fixtures/test.ts';
import { saveStill } from './save.ts';

const themes = ['light', 'dark'] as const;

for (const language of languages) {
  for (const theme of themes) {
    test.describe(`${language}, ${theme}`, () => {
      test.use({ locale: language, colorScheme: theme });

      test.describe('on a PC', () => {
        test.use({ viewport: { width: 1280, height: 760 }, deviceScaleFactor: 1.5 });

        test('the sign-in page', async ({ login, qrCode, page }) => {
          await login.open();
          await qrCode.waitUntilShown();
          await page.waitForLoadState('networkidle');
          await login.account.blur();
          saveStill(`sign-in.${language}.${theme}`, await page.screenshot());
        });

        test('a code that was scanned', async ({ login, qrCode, page, t }) => {
          await qrCode.fulfillPolls({ code: resultCodes.pending, message: null, data: { scanned: true } });
          await login.open();
          await qrCode.waitUntilShown();
          await qrCode.runUntilPolled();
          await expect(qrCode.status).toContainText(t('qr.scanned'));
          const { x, y, width, height } = (await qrCode.block.boundingBox())!;
          const clip = { x: x - 20, y: y - 12, width: width + 40, height: height + 24 };
          saveStill(`scanned.${language}.${theme}`, await page.screenshot({ clip, animations: 'disabled' }));
        });
      });

      test.describe('on a phone', () => {
        test.use({ ...widths.phone, deviceScaleFactor: 2 });

        test('the sign-in page', async ({ login, page }) => {
          await login.open();
          await page.waitForLoadState('networkidle');
          saveStill(`phone.${language}.${theme}`, await page.screenshot());
        });

        test('the page that asks before a scan signs in', async ({ page, request, phone, scanConfirm }) => {
          await page.goto(phone.linkIn(await phone.scan(await codeToScan(request), 'alice')));
          await scanConfirm.confirm.waitFor();
          saveStill(`confirm.${language}.${theme}`, await page.screenshot());
        });
      });
    });
  }
}

/** The content of a QR code that a browser on a PC shows. */
async function codeToScan(request: APIRequestContext): Promise<string> {
  const headers = {
    'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0',
  };
  const params = { fingerprint: 'readme' };
  const response = await request.get('/api/login/oauth/request/WECHAT_OFFICIAL_ACCOUNT', { headers, params });
  return (await response.json()).data.url;
}
