import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../../support/axe.ts';
import type { HomePage } from '../../pages/home-page.ts';
import type { LoginPage } from '../../pages/login-page.ts';
import { alice, stranger } from '../../support/people.ts';
import { expect, test, widths } from '../../fixtures/test.ts';

interface Places {
  login: LoginPage;
  home: HomePage;
  page: Page;
}

type Reach = (places: Places) => Promise<unknown>;

/** How to get to each screen there is, one after the other. */
const walksThrough: Record<string, Record<string, Reach>> = {
  'the sign-in page and what it says is wrong': {
    'as it opens': async ({ login }) => {
      await login.open();
      await expect(login.account).toHaveAccessibleName(login.words.account);
      await expect(login.password).toHaveAccessibleName(login.words.password);
    },
    'left empty': async ({ login }) => {
      await login.account.press('Enter');
      await expect(login.problems).toHaveCount(2);
    },
    'a wrong password': async ({ login }) => {
      await login.attempt(stranger);
      await expect(login.problems).toHaveCount(1);
    },
    'an answer that did not come': async ({ login }) => {
      await login.answerCommits((route) => route.fulfill({ body: '' }));
      await login.attempt(alice);
      await expect(login.problems).toHaveText([login.words.noAnswer]);
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
      test(`${what} can be used by everyone [LF-11]`, async ({ login, home, page, allowErrors }) => {
        allowErrors(/status of 404/);
        for (const [screen, reach] of Object.entries(screens)) {
          await test.step(screen, async () => {
            await reach({ login, home, page });
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
