import { checkBindCode, sendBindCode } from '@foyer/contract/flows/sso-bind';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { inlineError } from '@foyer/contract/limits';
import { mask } from '@foyer/contract/rules/account-rules';
import { minutes } from '@foyer/contract/time';
import { expect, test, widths } from '../../fixtures/test.ts';
import { holdRequests, watchCall } from '../../support/calls.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { alice } from '../../support/people.ts';

const carolMobile = '13800138002';

test.describe('in Chinese, with a fresh demo', () => {
  test.use({ resetDemo: true, locale: 'zh-CN' });

  test('a new person binds the masked number that the company has provided, and signs in without a code the next time [SO-08] [SO-09] [SO-10]', async ({
    sso,
    bindAccount,
    page,
    outbox,
    home,
    t,
  }) => {
    await sso.signIn('acme-carol');
    await test.step('the card shows the masked number', async () => {
      await expect(bindAccount.card).toContainText(t('sso.bind.desc'));
      await expect(bindAccount.tabs).toHaveText([t('sso.bind.tab.mobile'), t('sso.bind.tab.email')]);
      await expect(bindAccount.mobile).toHaveValue(mask(carolMobile));
      await expect(bindAccount.mobile).toBeFocused();
      await expect(sso.checking).toHaveCount(0);
    });
    const [sends, checks] = [watchCall(page, sendBindCode), watchCall(page, checkBindCode)];
    await bindAccount.code.send();
    await expect(bindAccount.code.sentTo).toHaveText(t('code.sentTo', { target: mask(carolMobile) }));
    const code = await outbox.code(carolMobile);
    await bindAccount.submitCode(code);
    // A new account is not real-name verified yet.
    await page.waitForURL('**/sandbox/identity/**');
    await page.goto('/home');
    await expect(home.greeting).toBeVisible();

    await test.step('the calls carry the type, the code and one access code', async () => {
      const { robotModel, ...sent } = sends[0]!.postDataJSON();
      expect(robotModel).toEqual(expect.any(String));
      expect(sent).toEqual({ type: 'MOBILE' });
      const { authCodeId, ...checked } = checks[0]!.postDataJSON();
      expect(authCodeId).toEqual(expect.any(String));
      expect(checked).toEqual({ code, endpoint: '' });
      const accessCodes = [...sends, ...checks].map((call) => call.headers()[accessCodeHeader.toLowerCase()]);
      expect(new Set(accessCodes).size).toBe(1);
      expect(accessCodes[0]).toMatch(/^[\w-]{43}$/);
    });
    await test.step('the next sign-in needs no code', async () => {
      await home.signOut();
      await sso.signIn('acme-carol');
      await page.waitForURL('**/sandbox/identity/**');
    });
  });

  test('a company that allows e-mail only offers no mobile number, and the service refuses one [SO-08] [AC-43]', async ({
    sso,
    bindAccount,
    page,
    outbox,
    t,
  }) => {
    await sso.signIn('initech-hal');
    await expect(bindAccount.card).toContainText(t('sso.bind.emailOnly'));
    await expect(bindAccount.tabs, 'a single choice has no tab').toHaveCount(0);
    await expect(bindAccount.email).toHaveValue(mask('hal@example.com'));

    // A request for a text message is refused, although the page offers none.
    const email = 'hal@example.com';
    await page.route(`**/api${sendBindCode.path}`, (route) => {
      const { robotModel } = route.request().postDataJSON();
      return route.continue({ postData: JSON.stringify({ type: 'MOBILE', credentials: newMobile(), robotModel }) });
    });
    await bindAccount.code.button.click();
    await expect(bindAccount.errors).toContainText([t('sso.bind.emailOnly')]);
    await page.unroute(`**/api${sendBindCode.path}`);

    await bindAccount.code.send();
    await bindAccount.submitCode(await outbox.code(email));
    await page.waitForURL('**/sandbox/identity/**');
  });
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('mobile numbers, e-mail addresses and codes are validated [SO-11]', async ({
    sso,
    bindAccount,
    page,
    context,
    t,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await sso.signIn('acme-carol');
    const { errors, code } = bindAccount;
    const sends = watchCall(page, sendBindCode);

    await test.step('mobile number', async () => {
      await bindAccount.mobile.fill('');
      await code.button.click();
      await expect(errors).toHaveText([t('sso.bind.phone.empty')]);
      await expect(bindAccount.mobile).toBeFocused();
      for (const wrong of ['1380013800', '23800138002']) {
        await bindAccount.mobile.fill(wrong);
        await code.button.click();
        await expect(errors).toHaveText([t('sso.bind.phone.invalid')]);
      }
      await bindAccount.mobile.fill('');
      await bindAccount.mobile.pressSequentially('138001380029');
      await expect(bindAccount.mobile).toHaveValue(carolMobile);
      for (const pasted of ['138 0013 8002', `+86${carolMobile}`]) {
        await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
        await bindAccount.mobile.fill('');
        await page.keyboard.press('ControlOrMeta+v');
        await expect(bindAccount.mobile, pasted).toHaveValue(carolMobile);
      }
      await bindAccount.mobile.press('Enter');
      await expect(errors).toHaveText([t('code.needFirst')]);
    });
    await test.step('e-mail address', async () => {
      await bindAccount.emailTab.click();
      await expect(bindAccount.email).toHaveValue(mask('carol@example.com'));
      await bindAccount.email.fill('');
      await code.button.click();
      await expect(errors).toHaveText([t('sso.bind.email.empty')]);
      await bindAccount.email.fill('carol@');
      await code.button.click();
      await expect(errors).toHaveText([t('sso.bind.email.invalid')]);
      expect(sends).toHaveLength(0);
    });
    await test.step('code', async () => {
      await bindAccount.email.fill(newEmail());
      await code.send();
      await code.input.press('Enter');
      await expect(errors).toHaveText([t('login.code.empty')]);
      await code.input.fill('123');
      await bindAccount.submit.click();
      await expect(errors).toHaveText([t('login.code.invalid')]);
      await code.input.fill('');
      await code.input.pressSequentially('1234567');
      await expect(code.input).toHaveValue('123456');
    });
  });
});

test('arrow keys change the tab, and each tab keeps its values and its code [SO-08] [SO-09]', async ({
  sso,
  bindAccount,
  page,
  outbox,
  t,
}) => {
  await sso.signIn('acme-carol');
  await test.step('the keyboard changes the tab', async () => {
    await expect(bindAccount.mobile).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(bindAccount.mobileTab).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(bindAccount.emailTab).toBeFocused();
    await expect(bindAccount.email).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(bindAccount.email).toBeFocused();
  });
  await bindAccount.mobileTab.click();
  const mobile = newMobile();
  await bindAccount.mobile.fill(mobile);
  await bindAccount.code.send();
  await bindAccount.emailTab.click();
  await expect(bindAccount.code.sentTo).toHaveCount(0);
  await bindAccount.email.fill(newEmail());
  await bindAccount.mobileTab.click();
  await expect(bindAccount.mobile).toHaveValue(mobile);
  await expect(bindAccount.code.sentTo).toBeVisible();
  await test.step('a running request keeps the tab and the card', async () => {
    const release = await holdRequests(page, checkBindCode.path);
    await bindAccount.submitCode(await outbox.wrongCode(mobile));
    await expect(bindAccount.back).toBeDisabled();
    await bindAccount.emailTab.click({ force: true });
    await bindAccount.mobileTab.press('ArrowRight');
    await expect(bindAccount.mobileTab).toHaveAttribute('aria-selected', 'true');
    await expect(bindAccount.back).toBeDisabled();
    release();
    await expect(bindAccount.errors).toHaveText([t.refusal('wrongCode')]);
  });
});

test('an e-mail address that the company has not verified is not filled in, and needs its code [SO-08] [AC-37]', async ({
  sso,
  bindAccount,
  page,
  outbox,
  t,
}) => {
  await sso.signIn('acme-mia');
  await expect(bindAccount.mobile).toHaveValue('');
  await bindAccount.emailTab.click();
  await expect(bindAccount.email).toHaveValue('');
  await bindAccount.email.fill('alice@example.com');
  await bindAccount.code.send();
  await bindAccount.submitCode(await outbox.wrongCode('alice@example.com'));
  await expect(bindAccount.errors).toHaveText([t.refusal('wrongCode')]);
  expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
});

test('a code is valid only for the number that it was sent to [AC-40]', async ({
  sso,
  bindAccount,
  page,
  outbox,
  t,
}) => {
  await sso.signIn('acme-carol');
  const [own, other] = [newMobile(), newMobile()];
  await bindAccount.mobile.fill(own);
  await bindAccount.code.send();
  const code = await outbox.code(own);
  await bindAccount.mobile.fill(other);
  await bindAccount.submitCode(code);
  await expect(bindAccount.errors).toHaveText([t('code.needFirst')]);
  expect(await outbox.codes(other)).toEqual([]);
  expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
});

test('a code sent for one identity binds no other [AC-40]', async ({ sso, bindAccount, page, outbox, allowErrors }) => {
  allowErrors(/status of 4\d\d/);
  const mobile = newMobile();
  await sso.signIn('acme-mia');
  await bindAccount.mobile.fill(mobile);
  const responded = page.waitForResponse(`**/api${sendBindCode.path}`);
  await bindAccount.code.send();
  const { authCodeId } = (await (await responded).json()).data;
  const code = await outbox.code(mobile);

  await sso.signIn('acme-carol');
  await bindAccount.mobile.fill(newMobile());
  await bindAccount.code.send();
  await page.route(`**/api${checkBindCode.path}`, (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), authCodeId }) }),
  );
  await bindAccount.submitCode(code);
  await expect(bindAccount.errors).toHaveCount(1);
  await expect(bindAccount.card).toBeVisible();
  expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
});

test('an account that is bound to another identity of the company is refused [SO-10]', async ({
  sso,
  bindAccount,
  page,
  outbox,
  t,
}) => {
  await sso.signIn('acme-carol');
  await bindAccount.mobile.fill(alice.account);
  await bindAccount.code.send();
  await bindAccount.submitCode(await outbox.code(alice.account));
  await expect(bindAccount.errors).toHaveText([t.refusal('boundElsewhere')]);
  expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
});

test('after 15 minutes binding fails with an error, and going back returns to the form [SO-10] [SO-12]', async ({
  sso,
  bindAccount,
  page,
  service,
  login,
  t,
}) => {
  await sso.signIn('acme-carol');
  await bindAccount.mobile.fill(newMobile());
  await service.moveClock(minutes(15));
  await bindAccount.code.button.click();
  await expect(bindAccount.errors).toHaveText([t('sso.sessionExpired')], { timeout: inlineError.shownFor * 3 });
  await bindAccount.back.click();
  await page.waitForURL('**/login/web');
  await expect(login.account).toBeVisible();
});
