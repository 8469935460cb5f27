import type { Page } from '@playwright/test';
import { expect, type Pages, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { alice, unregistered } from '../../support/people.ts';

type OpenScreen = (pages: Pick<Pages, 'login' | 'home' | 't'> & { page: Page }) => Promise<unknown>;

/** How to get to each screen there is, one after the other. */
const walksThrough: Record<string, Record<string, OpenScreen>> = {
  'the sign-in page and what it says is wrong': {
    'as it opens': async ({ login, t }) => {
      await login.open();
      await expect(login.account).toHaveAccessibleName(t('login.account.label'));
      await expect(login.password).toHaveAccessibleName(t('login.password.placeholder'));
    },
    'left empty': async ({ login }) => {
      await login.account.press('Enter');
      await expect(login.errors).toHaveCount(2);
    },
    'a wrong password': async ({ login }) => {
      await login.attempt(unregistered);
      await expect(login.errors).toHaveCount(1);
    },
    'an answer that did not come': async ({ login, t }) => {
      await login.routeCommits((route) => route.fulfill({ body: '' }));
      await login.attempt(alice);
      await expect(login.errors).toHaveText([t('common.network')]);
    },
  },
  'its other forms, and home': {
    'a fixed account': ({ login }) => login.open({ account: alice.account }),
    'the code tab': ({ login }) => login.open('preLoginWay=authCode'),
    home: async ({ login, home }) => {
      await login.open({ preLoginWay: 'user', redirectUrl: '/home?scene=realname' });
      await login.signIn(alice, '**/home?scene=realname');
      await expect(home.greeting).toBeVisible();
    },
  },
  'what one only reads': {
    'the service agreement': ({ page }) => page.goto('/agreement/service'),
    'the privacy policy': ({ page }) => page.goto('/agreement/privacy'),
    'an unknown address': ({ page }) => page.goto('/no/such/page'),
    'the cookie hint': ({ page }) => page.goto('/cookieHint'),
    'the sandbox panel': ({ page }) => page.goto('/sandbox'),
    'the sandbox’s phone': ({ page }) => page.goto('/sandbox/phone?code=nothing'),
    'whose phone it is': ({ page }) => page.goto('/sandbox/wechat/q/any'),
  },
};

const ways = [
  { locale: 'zh-CN', colorScheme: 'light', ...widths.desktop },
  { locale: 'en-US', colorScheme: 'dark', ...widths.phone },
] as const;

for (const way of ways) {
  test.describe(`${way.locale}, ${way.colorScheme}, ${way.viewport.width} px`, () => {
    test.use(way);

    for (const [what, screens] of Object.entries(walksThrough)) {
      test(`${what} can be used by everyone [LF-11]`, async ({ login, home, page, t, allowErrors }) => {
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

test('the description of the calls can be used by everyone', async ({ page }) => {
  await page.goto('/api/');
  await expectNoAxeViolations(page);
});

test('the keyboard alone is enough, in the order one reads [LF-12]', async ({ login, page, t }) => {
  await login.open();
  await login.passwordTab.focus();
  await page.keyboard.press('Tab');
  await expect(login.account).toBeFocused();
  await page.keyboard.type(alice.account);
  await page.keyboard.press('Tab');
  await expect(login.password).toBeFocused();
  await page.keyboard.type(alice.password);
  for (const name of [t('login.password.show'), t('login.forgotAccount'), t('login.forgotPassword')]) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${name}`));
  }
  await page.keyboard.press('Tab');
  await expect(login.submit).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
});
