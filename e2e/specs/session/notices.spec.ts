import { wrongPasswords } from '@foyer/contract/limits';
import { expect, languages, test } from '../../fixtures/test.ts';
import { HomePage } from '../../pages/home-page.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { registerAndAgree } from '../../support/register-account.ts';

const noticeTexts = {
  'zh-CN': { newDevice: '在新设备上登录', afterFailures: '在多次输错密码后通过了密码验证' },
  'en-US': {
    newDevice: 'someone signed in on a new device',
    afterFailures: 'the correct password was entered after several wrong ones',
  },
};

for (const language of languages) {
  test.describe(language, () => {
    test.use({ locale: language });

    test('a sign-in on a new device sends one notice, in the language of the last visit', async ({
      login,
      home,
      request,
      outbox,
      browser,
      baseURL,
    }) => {
      const member = await registerAndAgree(request, outbox);
      const notices = async () => (await outbox.messages(member.account)).filter(({ code }) => code === undefined);
      await login.open();
      await login.signIn(member);
      await expect(home.devices).toHaveCount(1);
      await expect.poll(notices).toHaveLength(1);
      await home.signOut();
      await login.open();
      await login.signIn(member);
      await expect(home.devices).toHaveCount(1);

      const otherContext = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
      const otherLogin = new LoginPage(await otherContext.newPage());
      await otherLogin.open();
      await otherLogin.signIn(member);
      await otherContext.close();
      await expect.poll(notices).toHaveLength(2);
      const [newest] = await notices();
      expect(newest).toMatchObject({ channel: 'sms', language });
      expect(newest!.text).toContain(noticeTexts[language].newDevice);
      expect(newest!.text).not.toMatch(/https?:/);
    });
  });
}

test('a notice is sent when the right password follows five wrong ones [AC-25]', async ({
  login,
  request,
  outbox,
  service,
  browser,
  baseURL,
  allowErrors,
}) => {
  allowErrors(/status of 429/);
  const member = await registerAndAgree(request, outbox);
  await login.open();
  for (const delay of [...wrongPasswords.delays, 0]) {
    await login.attempt({ ...member, password: 'not mine' });
    await service.moveClock(delay);
  }
  await service.moveClock(wrongPasswords.lockFor);
  const otherContext = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
  const page = await otherContext.newPage();
  const otherLogin = new LoginPage(page);
  await otherLogin.open();
  await otherLogin.signIn(member);
  await expect(new HomePage(page, 'en-US').devices).toHaveCount(1);
  const texts = async () => (await outbox.messages(member.account)).map(({ text }) => text).join('\n');
  await expect.poll(texts).toContain(noticeTexts['en-US'].afterFailures);
  await otherContext.close();
});
