import type { Page } from '@playwright/test';
import { expectNoBarriers } from './barriers.ts';
import type { HomePage } from './home-page.ts';
import type { LoginPage } from './login-page.ts';
import { alice, stranger } from './people.ts';
import { expect, languages, test, widths } from './visit.ts';

interface Places {
  login: LoginPage;
  home: HomePage;
  page: Page;
}

/** How to get to each screen there is. */
const screens: Record<string, (places: Places) => Promise<unknown>> = {
  'the sign-in page': ({ login }) => login.open(),
  'a form left empty': async ({ login }) => {
    await login.open();
    await login.account.press('Enter');
    await expect(login.problems).toHaveCount(2);
  },
  'a wrong password': async ({ login }) => {
    await login.open();
    await login.attempt(stranger);
    await expect(login.problems).toHaveCount(1);
  },
  'an answer that did not come': async ({ login }) => {
    await login.answerCommits((route) => route.fulfill({ body: '' }));
    await login.open();
    await login.attempt(alice);
    await expect(login.problems).toHaveCount(1);
  },
  'a fixed account': ({ login }) => login.open({ account: alice.account }),
  'the code tab': ({ login }) => login.open('preLoginWay=authCode'),
  home: async ({ login, home }) => {
    await login.open({ redirectUrl: '/home?scene=realname' });
    await login.signIn(alice, '**/home?scene=realname');
    await expect(home.greeting).toBeVisible();
  },
  'the service agreement': ({ page }) => page.goto('/agreement/service'),
  'the privacy policy': ({ page }) => page.goto('/agreement/privacy'),
  'an unknown address': ({ page }) => page.goto('/no/such/page'),
  'the cookie hint': ({ page }) => page.goto('/cookieHint'),
  'the sandbox panel': ({ page }) => page.goto('/sandbox'),
  'the description of the calls': ({ page }) => page.goto('/api/'),
};

const ways = [
  { locale: 'zh-CN', colorScheme: 'light', ...widths.desktop },
  { locale: 'en-US', colorScheme: 'dark', ...widths.phone },
] as const;

for (const way of ways) {
  test.describe(`${way.locale}, ${way.colorScheme}, ${way.viewport.width} px`, () => {
    test.use(way);

    for (const [name, reach] of Object.entries(screens)) {
      test(`${name} can be used by everyone`, async ({ login, home, page, allowErrors }) => {
        allowErrors(/status of 404/);
        await reach({ login, home, page });
        await expectNoBarriers(page);
      });
    }
  });
}

for (const language of languages) {
  test.describe(language, () => {
    test.use({ locale: language });

    test('fields are named by their labels alone [LF-11]', async ({ login }) => {
      await login.open();
      await expect(login.account).toHaveAccessibleName(login.words.account);
      await expect(login.password).toHaveAccessibleName(login.words.password);
    });
  });
}

test('the keyboard alone is enough, in the order one reads [LF-12]', async ({ login, page }) => {
  await login.open();
  await login.passwordTab.focus();
  await page.keyboard.press('Tab');
  await expect(login.account).toBeFocused();
  await page.keyboard.type(alice.account);
  await page.keyboard.press('Tab');
  await expect(login.password).toBeFocused();
  await page.keyboard.type(alice.password);
  for (const name of [login.words.showPassword, login.words.forgotAccount, login.words.forgotPassword]) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${name}`));
  }
  await page.keyboard.press('Tab');
  await expect(login.submit).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
});
