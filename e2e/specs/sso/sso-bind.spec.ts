import { mask } from '@foyer/contract/rules/account-rules';
import { inlineError } from '@foyer/contract/limits';
import { checkBindCode, sendBindCode } from '@foyer/contract/flows/sso-bind';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { minutes } from '@foyer/contract/time';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { test } from '../../fixtures/journey.ts';
import { newEmail, newMobile } from '../../support/new-accounts.ts';
import { test as alone } from '../../fixtures/own-service.ts';
import { alice } from '../../support/people.ts';
import { expect, languageWidths, widths } from '../../fixtures/test.ts';
import { watchCall } from '../../support/watched-calls.ts';
import { delayResponse } from '../../support/wire.ts';

const carols = '13800138002';

for (const { language, width } of languageWidths) {
  alone.describe(`${language}, ${width}`, () => {
    alone.use({ locale: language, ...widths[width] });

    alone(
      'someone new binds the number that their company told, unseen as a whole, and needs no code the next time [SO-08] [SO-09] [SO-10]',
      async ({ door, bindAccount, page, outbox, home }) => {
        await door.signIn('acme-carol');
        await expect(bindAccount.dialog).toContainText(bindAccount.words.about);
        await expect(bindAccount.tabs).toHaveText([bindAccount.words.mobile, bindAccount.words.email]);
        await expect(bindAccount.mobile).toHaveValue(mask(carols));
        await expect(bindAccount.mobile).toBeFocused();
        await expect(door.checking).toHaveCount(0);
        await expectNoAxeViolations(page);

        const [sends, checks] = [watchCall(page, sendBindCode), watchCall(page, checkBindCode)];
        await bindAccount.code.ask();
        await expect(bindAccount.code.sentTo).toHaveText(bindAccount.code.words.sentTo(mask(carols)));
        const code = await outbox.code(carols);
        await bindAccount.enter(code);
        // Someone new is not real-name verified yet.
        await page.waitForURL('**/sandbox/identity/**');
        await page.goto('/home');
        await expect(home.greeting).toBeVisible();

        const { robotModel, ...sent } = sends[0]!.postDataJSON();
        expect(robotModel).toEqual(expect.any(String));
        expect(sent).toEqual({ type: 'MOBILE' });
        const { authCodeId, ...checked } = checks[0]!.postDataJSON();
        expect(authCodeId).toEqual(expect.any(String));
        expect(checked).toEqual({ code, endpoint: '' });
        const given = [...sends, ...checks].map((call) => call.headers()[accessCodeHeader.toLowerCase()]);
        expect(new Set(given).size).toBe(1);
        expect(given[0]).toMatch(/^[\w-]{43}$/);

        await home.signOut();
        await door.signIn('acme-carol');
        await page.waitForURL('**/sandbox/identity/**');
      },
    );
  });
}

alone.describe('in Chinese', () => {
  alone.use({ locale: 'zh-CN' });

  alone(
    'a company that wants e-mail is offered nothing else [SO-08] [AC-43]',
    async ({ door, bindAccount, page, outbox }) => {
      await door.signIn('initech-hal');
      await expect(bindAccount.dialog).toContainText(bindAccount.words.emailOnly);
      await expect(bindAccount.tabs).toHaveText([bindAccount.words.email]);
      await expect(bindAccount.email).toHaveValue(mask('hal@example.com'));
      await expectNoAxeViolations(page);

      // Whoever asks for a text message all the same is refused.
      const email = 'hal@example.com';
      await page.route(`**/api${sendBindCode.path}`, (route) => {
        const { robotModel } = route.request().postDataJSON();
        return route.continue({ postData: JSON.stringify({ type: 'MOBILE', credentials: newMobile(), robotModel }) });
      });
      await bindAccount.code.button.click();
      await expect(bindAccount.problems).toContainText([bindAccount.words.emailOnly]);
      await page.unroute(`**/api${sendBindCode.path}`);

      await bindAccount.code.ask();
      await bindAccount.enter(await outbox.code(email));
      await page.waitForURL('**/sandbox/identity/**');
    },
  );
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('numbers, addresses and codes are told apart, and what is wrong with them [SO-11]', async ({
    door,
    bindAccount,
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await door.signIn('acme-carol');
    const { words, problems, code } = bindAccount;
    const sends = watchCall(page, sendBindCode);

    await bindAccount.mobile.fill('');
    await code.button.click();
    await expect(problems).toHaveText([words.emptyMobile]);
    await expect(bindAccount.mobile).toBeFocused();
    for (const wrong of ['1380013800', '23800138002']) {
      await bindAccount.mobile.fill(wrong);
      await code.button.click();
      await expect(problems).toHaveText([words.invalidMobile]);
    }
    await bindAccount.mobile.fill('');
    await bindAccount.mobile.pressSequentially('138001380029');
    await expect(bindAccount.mobile).toHaveValue(carols);
    for (const pasted of ['138 0013 8002', `+86${carols}`]) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await bindAccount.mobile.fill('');
      await page.keyboard.press('ControlOrMeta+v');
      await expect(bindAccount.mobile, pasted).toHaveValue(carols);
    }
    await bindAccount.mobile.press('Enter');
    await expect(problems).toHaveText([code.words.needFirst]);

    await bindAccount.emailTab.click();
    await expect(bindAccount.email).toHaveValue(mask('carol@example.com'));
    await bindAccount.email.fill('');
    await code.button.click();
    await expect(problems).toHaveText([words.emptyEmail]);
    await bindAccount.email.fill('carol@');
    await code.button.click();
    await expect(problems).toHaveText([words.invalidEmail]);
    await expectNoAxeViolations(page);
    expect(sends).toHaveLength(0);

    await bindAccount.email.fill(newEmail());
    await code.ask();
    await code.field.press('Enter');
    await expect(problems).toHaveText([code.words.emptyCode]);
    await code.field.fill('123');
    await bindAccount.submit.click();
    await expect(problems).toHaveText([code.words.invalidCode]);
    await code.field.fill('');
    await code.field.pressSequentially('1234567');
    await expect(code.field).toHaveValue('123456');
  });
});

test('the tabs are changed with the arrows, which stay on them; a code goes on being awaited [SO-08] [SO-09]', async ({
  door,
  bindAccount,
  page,
  outbox,
}) => {
  await door.signIn('acme-carol');
  await expect(bindAccount.mobile).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(bindAccount.mobileTab).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(bindAccount.emailTab).toBeFocused();
  await expect(bindAccount.email).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(bindAccount.email).toBeFocused();

  await bindAccount.mobileTab.click();
  const mobile = newMobile();
  await bindAccount.mobile.fill(mobile);
  await bindAccount.code.ask();
  await bindAccount.emailTab.click();
  await expect(bindAccount.code.sentTo).toHaveCount(0);
  await bindAccount.email.fill(newEmail());
  await bindAccount.mobileTab.click();
  await expect(bindAccount.mobile).toHaveValue(mobile);
  await expect(bindAccount.code.sentTo).toBeVisible();
  await expectNoAxeViolations(page);
  const letGo = await delayResponse(page, checkBindCode.path);
  await bindAccount.enter(await outbox.wrongCode(mobile));
  // What is under way is waited for, with its words in sight.
  await expect(bindAccount.close).toBeDisabled();
  await bindAccount.emailTab.click({ force: true });
  await bindAccount.mobileTab.press('ArrowRight');
  await expect(bindAccount.mobileTab).toHaveAttribute('aria-selected', 'true');
  await expect(bindAccount.close).toBeDisabled();
  letGo();
  await expect(bindAccount.problems).toHaveText([bindAccount.code.words.wrongCode]);
});

test('an address that the company does not vouch for is not filled in, and opens nothing without a code to it [SO-08] [AC-37]', async ({
  door,
  bindAccount,
  page,
  outbox,
}) => {
  await door.signIn('acme-mia');
  await expect(bindAccount.mobile).toHaveValue('');
  await bindAccount.emailTab.click();
  await expect(bindAccount.email).toHaveValue('');
  await bindAccount.email.fill('alice@example.com');
  await bindAccount.code.ask();
  await bindAccount.enter(await outbox.wrongCode('alice@example.com'));
  await expect(bindAccount.problems).toHaveText([bindAccount.code.words.wrongCode]);
  expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
});

test('a code proves the number that it was sent to, and no other [AC-40]', async ({
  door,
  bindAccount,
  page,
  outbox,
}) => {
  await door.signIn('acme-carol');
  const [own, other] = [newMobile(), newMobile()];
  await bindAccount.mobile.fill(own);
  await bindAccount.code.ask();
  const code = await outbox.code(own);
  await bindAccount.mobile.fill(other);
  await bindAccount.enter(code);
  await expect(bindAccount.problems).toHaveText([bindAccount.code.words.needFirst]);
  expect(await outbox.codes(other)).toEqual([]);
  expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
});

test('a code that was sent for one identity binds no other [AC-40]', async ({
  door,
  bindAccount,
  page,
  outbox,
  allowErrors,
}) => {
  allowErrors(/status of 4\d\d/);
  const mobile = newMobile();
  await door.signIn('acme-mia');
  await bindAccount.mobile.fill(mobile);
  const answered = page.waitForResponse(`**/api${sendBindCode.path}`);
  await bindAccount.code.ask();
  const { authCodeId } = (await (await answered).json()).data;
  const code = await outbox.code(mobile);

  await door.signIn('acme-carol');
  await bindAccount.mobile.fill(newMobile());
  await bindAccount.code.ask();
  await page.route(`**/api${checkBindCode.path}`, (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), authCodeId }) }),
  );
  await bindAccount.enter(code);
  await expect(bindAccount.problems).toHaveCount(1);
  await expect(bindAccount.dialog).toBeVisible();
  expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
});

test('an account is one person of a company: who tries to be a second one is told [SO-10]', async ({
  door,
  bindAccount,
  page,
  outbox,
}) => {
  await door.signIn('acme-carol');
  await bindAccount.mobile.fill(alice.account);
  await bindAccount.code.ask();
  await bindAccount.enter(await outbox.code(alice.account));
  await expect(bindAccount.problems).toHaveText([bindAccount.words.elsewhere]);
  await expectNoAxeViolations(page);
  expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
});

test('who takes too long is told to begin again, and gets there by closing it [SO-10] [SO-12]', async ({
  door,
  bindAccount,
  page,
  service,
  login,
}) => {
  await door.signIn('acme-carol');
  await bindAccount.mobile.fill(newMobile());
  await service.moveClock(minutes(15));
  await bindAccount.code.button.click();
  await expect(bindAccount.problems).toHaveText([door.words.expired], { timeout: inlineError.shownFor * 3 });
  await bindAccount.close.click();
  await page.waitForURL('**/login/web');
  await expect(login.account).toBeVisible();
});
