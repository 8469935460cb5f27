import { expect, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { alice } from '../../support/people.ts';

/** Pages that are not in the gallery, which checks all others. */
const pages = {
  'the sandbox panel': '/sandbox',
  'the sandbox’s application': '/sandbox/contracts',
  'a document of the sandbox’s application': '/sandbox/contracts/lease',
  'the sandbox’s phone': '/sandbox/phone?code=nothing',
  'the sandbox’s choice of a person': '/sandbox/wechat/q/any',
  'the API description': '/api/',
};

const variants = [
  { locale: 'zh-CN', colorScheme: 'light', ...widths.desktop },
  { locale: 'en-US', colorScheme: 'dark', ...widths.phone },
] as const;

for (const variant of variants) {
  test.describe(`${variant.locale}, ${variant.colorScheme}, ${variant.viewport.width} px`, () => {
    test.use(variant);

    test('the pages of the sandbox and the API have no accessibility violations', async ({ page, allowErrors }) => {
      allowErrors(/status of 404/);
      for (const [name, path] of Object.entries(pages)) {
        await test.step(name, async () => {
          await page.goto(path);
          await expectNoAxeViolations(page);
        });
      }
    });
  });
}

test('the form can be completed by keyboard in reading order [LF-12]', async ({ login, page, t }) => {
  await login.open();
  await login.passwordTab.focus();
  await page.keyboard.press('Tab');
  await expect(login.account).toBeFocused();
  await page.keyboard.type(alice.account);
  await page.keyboard.press('Tab');
  await expect(login.password).toBeFocused();
  await page.keyboard.type(alice.password);
  for (const name of [t('login.password.show'), t('login.forgotPassword'), t('login.forgotAccount')]) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${name}`));
  }
  await page.keyboard.press('Tab');
  await expect(login.submit).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
});
