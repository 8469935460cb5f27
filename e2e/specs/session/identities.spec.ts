import { expect, test } from '../../fixtures/test.ts';
import { HomePage } from '../../pages/home-page.ts';
import { alice } from '../../support/people.ts';
import { texts, type Texts } from '../../support/texts.ts';

const identityNames = (t: Texts) => [
  t('qr.switch.wechat'),
  t('qr.switch.alipay'),
  t('qr.switch.dingtalk'),
  `${t('way.sso')} · acme`,
  t('way.wecom'),
];

// The unlinked identity stays unlinked, so the test needs a service of its own.
test.use({ locale: 'zh-CN', resetDemo: true });

test('the linked identities are listed by name, and unlinking removes all of an app [D-18]', async ({
  login,
  home,
  page,
  context,
  service,
  t,
}) => {
  const namesOn = async (homePage: HomePage) =>
    (await homePage.identities.locator('p:first-child > span').allTextContents()).sort();
  await login.open();
  await login.signIn(alice);
  await expect.poll(() => namesOn(home)).toEqual([...identityNames(t)].sort());
  await context.addCookies([{ name: 'foyer_language', value: 'en-US', url: service.origin }]);
  await page.reload();
  const english = new HomePage(page, 'en-US');
  const [app = '', ...others] = identityNames(texts('en-US'));
  await expect.poll(() => namesOn(english)).toEqual([app, ...others].sort());
  const listed = await english.identities.locator('p:first-child > span').allTextContents();
  const next = listed[listed.indexOf(app) + 1] ?? listed.at(-2)!;

  await test.step('a person who cancels keeps the identity', async () => {
    await english.unlinkButton(app).click();
    await expect(english.dialog).toHaveAccessibleName(texts('en-US')('home.unlink.title', { name: app }));
    await page.keyboard.press('Escape');
    await expect(english.dialog).toHaveCount(0);
    await expect(english.unlinkButton(app)).toBeFocused();
    await page.reload();
    await expect.poll(() => namesOn(english)).toEqual([app, ...others].sort());
  });
  await english.unlink(app);
  await test.step('the row that follows the unlinked one has the focus', async () => {
    await expect(english.identities.filter({ hasText: next })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(english.unlinkButton(next)).toBeFocused();
  });
  await expect.poll(() => namesOn(english)).toEqual([...others].sort());
  await page.reload();
  await expect.poll(() => namesOn(english)).toEqual([...others].sort());
});
