import type { Page } from '@playwright/test';
import { expect, type Pages, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { alice, unregistered } from '../../support/people.ts';

type OpenScreen = (pages: Pick<Pages, 'login' | 'home' | 't'> & { page: Page }) => Promise<unknown>;

/** Opens each screen, one after the other. */
const walks: Record<string, Record<string, OpenScreen>> = {
  'the sign-in page and its errors': {
    'as it opens': async ({ login, t }) => {
      await login.open();
      await expect(login.account).toHaveAccessibleName(t('login.account.label'));
      await expect(login.password).toHaveAccessibleName(t('login.password.label'));
    },
    'left empty': async ({ login }) => {
      await login.account.press('Enter');
      await expect(login.errors).toHaveCount(2);
    },
    'a wrong password': async ({ login }) => {
      await login.attempt(unregistered);
      await expect(login.errors).toHaveCount(1);
    },
    'no response': async ({ login, t }) => {
      await login.routeCommits((route) => route.fulfill({ body: '' }));
      await login.attempt(alice);
      await expect(login.errors).toHaveText([t('common.network')]);
    },
  },
  'other forms and home': {
    'a fixed account': ({ login }) => login.open({ account: alice.account }),
    'the code tab': ({ login }) => login.open('preLoginWay=authCode'),
    home: async ({ login, home }) => {
      await login.open({ preLoginWay: 'user', redirectUrl: '/home?scene=realname' });
      await login.signIn(alice, '**/home?scene=realname');
      await expect(home.greeting).toBeVisible();
    },
  },
  'pages without a form': {
    'the service agreement': ({ page }) => page.goto('/agreement/service'),
    'the privacy policy': ({ page }) => page.goto('/agreement/privacy'),
    'an unknown address': ({ page }) => page.goto('/no/such/page'),
    'the cookie hint': ({ page }) => page.goto('/cookieHint'),
    'the sandbox panel': ({ page }) => page.goto('/sandbox'),
    'the sandbox’s phone': ({ page }) => page.goto('/sandbox/phone?code=nothing'),
    'the sandbox’s choice of a person': ({ page }) => page.goto('/sandbox/wechat/q/any'),
  },
};

const variants = [
  { locale: 'zh-CN', colorScheme: 'light', ...widths.desktop },
  { locale: 'en-US', colorScheme: 'dark', ...widths.phone },
] as const;

for (const variant of variants) {
  test.describe(`${variant.locale}, ${variant.colorScheme}, ${variant.viewport.width} px`, () => {
    test.use(variant);

    for (const [name, screens] of Object.entries(walks)) {
      test(`${name}: no accessibility violations [LF-11]`, async ({ login, home, page, t, allowErrors }) => {
        allowErrors(/status of 404/);
        for (const [screen, open] of Object.entries(screens)) {
          await test.step(screen, async () => {
            await open({ login, home, page, t });
            await expectNoAxeViolations(page);
          });
        }
      });
    }
  });
}

test('the API description has no accessibility violations', async ({ page }) => {
  await page.goto('/api/');
  await expectNoAxeViolations(page);
});

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
