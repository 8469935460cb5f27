import { expect } from '@playwright/test';
import { bindMobileToWechat } from '@foyer/contract/flows/bind-mobile';
import { bindMobile } from '@foyer/contract/limits';
import { people } from '@foyer/sandbox/people';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { test as alone } from '../../fixtures/own-scanning.ts';
import { test } from '../../fixtures/scanning.ts';
import { saidTo, watchCalls } from '../../support/wire.ts';

const dan = people.find(({ id }) => id === 'dan')!.mobile!;
const carol = people.find(({ id }) => id === 'carol')!.mobile!;

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a stranger proves a number, agrees, and has an account that WeChat opens from then on [QR-12] [DG-01] [DG-02]', async ({
    login,
    scan,
    phone,
    bind,
    outbox,
    home,
    page,
    browser,
  }) => {
    const mobile = newMobile();
    await phone.confirm(await phone.scan(await scan.show('wechat', login), 'carol'), browser);
    await scan.letAsk();
    await expect(bind.mobile).toBeFocused();
    await expect(bind.dialog).toContainText(bind.words.about);
    expect((await bind.dialog.boundingBox())?.width).toBe(540);
    await expectNoAxeViolations(page);

    await bind.code.button.click();
    await expect(bind.problems).toHaveText([bind.words.empty]);
    await bind.mobile.fill('139001');
    await bind.code.button.click();
    await expect(bind.problems).toHaveText([bind.words.invalid]);

    await bind.mobile.fill(mobile);
    await bind.code.ask();
    const wrong = await outbox.wrongCode(mobile);
    await bind.code.field.fill(wrong);
    const calls = watchCalls(page);
    await bind.submit.click();
    await expect(bind.problems).toHaveText([bind.words.agreeFirst]);
    await expect(bind.tick).toBeFocused();
    await expectNoAxeViolations(page);
    expect(calls).toEqual([]);

    await page.reload();
    await expect(bind.mobile).toHaveValue(mobile);
    await bind.code.sentTo.waitFor();
    expect(saidTo(calls, '/sender/mobile/v3')).toEqual([]);
    await bind.code.field.fill(wrong);
    await bind.tick.check();
    await bind.submit.click();
    await expect(bind.problems).toHaveText([bind.code.words.wrongCode]);
    await bind.code.field.fill(await outbox.code(mobile));
    await bind.submit.click();
    await page.waitForURL('**/home');
    await home.signOut();

    await phone.confirm(await phone.scan(await scan.show('wechat', login), 'carol'), browser);
    await scan.letAsk();
    await page.waitForURL('**/home');
    // Whoever comes next finds her as much a stranger.
    await home.unlink(scan.words.apps.wechat);
  });
});

alone(
  'a number that Alipay vouches for is shown masked and locked; no tick is asked for [DG-01] [DG-02] [D-29]',
  async ({ login, scan, phone, bind, consent, outbox, page }) => {
    await phone.answer(await phone.scan(await scan.show('alipay', login), 'carol'), true);
    await scan.letAsk();
    await expect(bind.mobile).toHaveValue('138****8002');
    await expect(bind.mobile).toHaveAttribute('readonly');
    await expect(bind.dialog).toContainText(bind.words.known(scan.words.apps.alipay));
    await expect(bind.tick).toHaveCount(0);
    await expectNoAxeViolations(page);

    const calls = watchCalls(page);
    await bind.code.ask();
    await bind.code.field.fill(await outbox.code(carol));
    await bind.submit.click();
    await consent.agree.click();
    await page.waitForURL('**/home');
    const [sent] = saidTo(calls, '/sender/mobile/v3');
    expect(sent).toEqual({ bizType: 'BIND_MOBILE', preServiceId: expect.any(String), auth: expect.any(String) });
    const [bound] = saidTo(calls, '/login/commit/aliPayPrincipal');
    expect(bound).not.toHaveProperty('mobile');
    expect(bound.data.userInfoContextId).toBe(bound.userInfoContextId);
  },
);

test('a number that has an account needs its code, and then WeChat opens that account; what is under way is not called off [AC-42] [DG-01] [DG-11]', async ({
  login,
  scan,
  phone,
  bind,
  outbox,
  home,
  page,
  browser,
}) => {
  await phone.confirm(await phone.scan(await scan.show('wechat', login), 'dan'), browser);
  await scan.letAsk();
  await bind.mobile.fill(dan);
  await bind.code.ask();
  await bind.tick.check();
  await bind.code.field.fill(await outbox.wrongCode(dan));
  await bind.submit.click();
  await expect(bind.problems).toHaveText([bind.code.words.wrongCode]);
  await bind.code.field.fill(await outbox.code(dan));
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(`**/api${bindMobileToWechat.path}`, async (route) => {
    await held;
    await route.continue();
  });
  await bind.submit.click();
  await expect(bind.close).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(bind.dialog).toBeVisible();
  goOn();
  await page.waitForURL('**/home');
  await expect(home.greeting).toBeVisible();
  await home.unlink(scan.words.apps.wechat);
});

test('whoever closes it, or waits too long, finds a fresh code [DG-01] [DG-11]', async ({
  login,
  scan,
  phone,
  bind,
  page,
  browser,
  service,
}) => {
  const first = await scan.show('wechat', login);
  await phone.confirm(await phone.scan(first, 'carol'), browser);
  await scan.letAsk();
  await bind.mobile.fill(newMobile());
  await service.moveClock(bindMobile.lifetime);
  await bind.code.button.click();
  await expect(bind.problems).toHaveCount(1);
  const codes = scan.watchCodes();
  await page.keyboard.press('Escape');
  await expect(bind.dialog).toHaveCount(0);
  await scan.untilShown('wechat');
  expect(codes[0]!.url).not.toBe(first);
});
