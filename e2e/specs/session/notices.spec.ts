import { wrongPasswords } from '@foyer/contract/limits';
import { expect, languages, test } from '../../fixtures/test.ts';
import { HomePage } from '../../pages/home-page.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { registerAndAgree } from '../../support/register-account.ts';

const told = {
  'zh-CN': { newDevice: '在新设备上登录', afterFailures: '在多次输错密码后输入了正确密码' },
  'en-US': {
    newDevice: 'signed in on a new device',
    afterFailures: 'the right password was given after several wrong ones',
  },
};

for (const language of languages) {
  test.describe(language, () => {
    test.use({ locale: language });

    test('a sign-in from a new device is told once, in the language of the last visit', async ({
      login,
      home,
      request,
      outbox,
      browser,
      baseURL,
    }) => {
      const someone = await registerAndAgree(request, outbox);
      const notices = async () => (await outbox.messages(someone.account)).filter(({ code }) => code === undefined);
      await login.open();
      await login.signIn(someone);
      await expect(home.devices).toHaveCount(1);
      await expect.poll(notices).toHaveLength(1);
      await home.signOut();
      await login.open();
      await login.signIn(someone);
      await expect(home.devices).toHaveCount(1);

      const elsewhere = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
      const there = new LoginPage(await elsewhere.newPage());
      await there.open();
      await there.signIn(someone);
      await elsewhere.close();
      await expect.poll(notices).toHaveLength(2);
      const [newest] = await notices();
      expect(newest).toMatchObject({ channel: 'sms', language });
      expect(newest!.text).toContain(told[language].newDevice);
      expect(newest!.text).not.toMatch(/https?:/);
    });
  });
}

test('the right password after five wrong ones is told to the person [AC-25]', async ({
  login,
  request,
  outbox,
  service,
  browser,
  baseURL,
  allowErrors,
}) => {
  allowErrors(/status of 429/);
  const someone = await registerAndAgree(request, outbox);
  await login.open();
  for (const delay of [...wrongPasswords.delays, 0]) {
    await login.attempt({ ...someone, password: 'not mine' });
    await service.moveClock(delay);
  }
  await service.moveClock(wrongPasswords.lockFor);
  const elsewhere = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
  const page = await elsewhere.newPage();
  const there = new LoginPage(page);
  await there.open();
  await there.signIn(someone);
  await expect(new HomePage(page, 'en-US').devices).toHaveCount(1);
  const texts = async () => (await outbox.messages(someone.account)).map(({ text }) => text).join('\n');
  await expect.poll(texts).toContain(told['en-US'].afterFailures);
  await elsewhere.close();
});
