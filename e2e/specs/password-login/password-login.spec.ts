import { expect, test } from '../../fixtures/test.ts';
import { alice, nameIn } from '../../support/people/people.ts';

test.use({ locale: 'zh-CN' });

test('the right password signs in, and signing out ends the session [LF-05] [D-02] [D-18]', async ({
  login,
  home,
  page,
  service,
  t,
}) => {
  await login.open();
  const response = login.nextResponse();
  await login.signIn(alice);
  await test.step('the response carries the account id and the redirect URL', async () => {
    const data = { ouid: expect.stringMatching(/.+/), url: `${service.origin}/home` };
    expect(await response).toMatchObject({ code: 0, message: '成功', data });
  });
  await test.step('the home page shows the name and this device', async () => {
    await expect(home.greeting).toContainText(nameIn('zh-CN', alice));
    await expect(home.devices).toHaveCount(1);
    await expect(home.devices).toContainText(t('home.sessions.here'));
  });
  await test.step('after signing out the home page requires a sign-in', async () => {
    await home.signOut();
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login\/web/);
  });
});
