import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import type { Locator, Page } from '@playwright/test';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { alice } from '../../support/people.ts';

const fingerprint = 'f'.repeat(32);

const words = {
  'zh-CN': { offer: '要登录吗？', yes: '确认登录', no: '不是我', confirmed: '已确认', declined: '已拒绝' },
  'en-US': { offer: 'Sign in?', yes: 'Sign in', no: 'Not me', confirmed: 'Confirmed', declined: 'Declined' },
} as const;

/** A code as the sign-in page gets it, and what the page is told when it asks. */
async function askForCode({ request }: Page) {
  const answer = await request.get('/api/login/oauth/request/ALIPAY_MINI', { params: { fingerprint } });
  const { url, loginId } = (await answer.json()).data;
  const ask = async () => {
    const result = await request.get('/api/thirdparty/alipaymini/result', { params: { loginId, fingerprint } });
    return result.json();
  };
  return { url, ask };
}

async function pressByKey(button: Locator) {
  await button.focus();
  await button.press('Enter');
}

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });
    const named = language === 'zh-CN' ? alice.name.zh : alice.name.en;

    test('whoever opens a code’s address can be Alice, by keyboard and without script', async ({ page, browser }) => {
      const { url, ask } = await askForCode(page);
      const hand = await browser.newContext({ locale: language, ...widths.phone, javaScriptEnabled: false });
      const phone = await hand.newPage();
      const { offer, yes, confirmed } = words[language];

      await phone.goto(url);
      await pressByKey(phone.getByRole('button', { name: named }));
      await expect(phone.getByRole('heading', { name: offer })).toBeVisible();
      await expect(phone.getByText(new URL(url).host)).toBeVisible();
      expect(await ask()).toMatchObject({ code: 400, data: { scanned: true } });
      await pressByKey(phone.getByRole('button', { name: yes }));
      await expect(phone.getByRole('heading', { name: confirmed })).toBeVisible();
      expect(await ask()).toMatchObject({ code: 0 });
      await hand.close();
    });

    test('and can say that it was not her', async ({ page, context }) => {
      const { url, ask } = await askForCode(page);
      const phone = await context.newPage();
      const { no, declined } = words[language];
      await phone.goto(url);
      await phone.getByRole('button', { name: named }).click();
      await expectNoAxeViolations(phone);
      await phone.getByRole('button', { name: no }).click();
      await expect(phone.getByRole('heading', { name: declined })).toBeVisible();
      expect(await ask()).toMatchObject({ code: 10000026 });
    });
  });
}
