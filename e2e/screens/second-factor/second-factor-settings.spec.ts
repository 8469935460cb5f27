import { confirmAuthenticator, startAuthenticator } from '@foyer/contract/flows/authenticator';
import { confirmBackupCodes, createBackupCodes } from '@foyer/contract/flows/backup-codes';
import {
  type SecondFactorState,
  forgetBrowser,
  getSecondFactor,
  switchSecondFactor,
} from '@foyer/contract/flows/second-factor';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { expect, test } from '../../fixtures/screen.ts';
import { account, minutesAgo } from '../../scripted/usual-answers.ts';
import { pixel } from '../../support/page/user-agents.ts';

const off: SecondFactorState = {
  on: false,
  policy: 'optional',
  factors: ['sms'],
  mobile: '138****5678',
  canAddAuthenticator: true,
  trustedBrowsers: [],
};
const uri = 'otpauth://totp/Yunzhang:13812345678?secret=KEY';
const newApp = (link = uri) => ({ is: 'done', data: { setupId: 'setup-1', secret: 'KEY', uri: link } }) as const;
const done = { is: 'done', data: null } as const;
const codes = Array.from({ length: 10 }, (_, n) => `a1b2c-d3e4${n}`);

test('an authenticator app is set up: the panel loads at the second try, and the backup codes are shown until they are saved', async ({
  page,
  site,
  t,
}) => {
  site.answer(getSecondFactor, 'lost', { is: 'done', data: off });
  site.answer(startAuthenticator, newApp());
  site.answer(confirmAuthenticator, { is: 'wrongCode' }, done);
  site.answer(createBackupCodes, { is: 'done', data: { codes, setupId: 'SET' } });
  const panel = page.getByRole('region', { name: t('factor.title') });
  const add = panel.getByRole('button', { name: t('totp.add') });
  const dialog = page.getByRole('dialog');

  await page.goto('/account');
  await panel.getByRole('button', { name: t('common.retry') }).click();
  await expect(panel.getByText(t('factor.off'), { exact: true })).toBeVisible();
  await test.step('closing the set-up returns to its button', async () => {
    await add.press('Enter');
    await expect(dialog.getByRole('img', { name: t('totp.qr') })).toBeVisible();
    await expect(dialog.getByRole('link')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(add).toBeFocused();
  });
  await test.step('a wrong code does not confirm the key', async () => {
    await add.click();
    await dialog.getByRole('textbox').fill('111111');
    await expect(dialog.getByRole('alert').first()).toHaveText(t.refusal('wrongCode'));
    await dialog.getByRole('textbox').fill('123456');
  });
  await test.step('Escape does not close the backup codes; each is on one line of a small phone', async () => {
    const shown = dialog.getByRole('list', { name: t('backup.title') }).getByRole('listitem');
    await expect(shown).toHaveText(codes);
    await page.keyboard.press('Escape');
    await expect(shown).toHaveCount(10);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const code of await shown.all()) expect((await code.boundingBox())!.height, 'one line').toBeLessThan(30);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: t('backup.copy') }).click();
    await expect(dialog.getByRole('button', { name: t('factor.copied') })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const code of codes) expect(copied).toContain(code);
    await dialog.getByRole('button', { name: t('common.cancel') }).click();
    await expect(dialog).toHaveCount(0);
    expect(site.callsOf(confirmBackupCodes)).toEqual([]);
  });
});

test('the check-up turns the second factor on once for two presses, asks before the last codes are replaced, and replaces them once they are saved', async ({
  page,
  site,
  t,
}) => {
  const checkup = page.getByRole('region', { name: t('checkup.title') });
  site.answer(getSecondFactor, { is: 'done', data: off });
  const answerSwitch = site.hold(switchSecondFactor);
  await page.goto('/account');
  await checkup.getByRole('button', { name: t('checkup.secondFactor.mend') }).dblclick();
  const security = { password: true, secondFactor: true, backupCodes: 1 };
  site.answer(getCurrentAccount, { is: 'done', data: { ...account('en-US'), security } });
  const backupCodes = { left: 1, since: minutesAgo(9000) };
  site.answer(getSecondFactor, { is: 'done', data: { ...off, on: true, backupCodes } });
  answerSwitch(done);
  await expect(checkup.getByRole('button', { name: t('checkup.backupCodes.mend') })).toBeVisible();
  expect(site.bodiesOf(switchSecondFactor)).toEqual([{ on: true }]);

  site.answer(createBackupCodes, { is: 'done', data: { codes, setupId: 'SET' } });
  await checkup.getByRole('button', { name: t('checkup.backupCodes.mend') }).click();
  const question = page.getByRole('dialog', { name: t('backup.again.title') });
  await question.waitFor();
  expect(site.callsOf(createBackupCodes)).toEqual([]);
  await question.getByRole('button', { name: t('backup.again') }).click();
  site.answer(confirmBackupCodes, 'lost', done);
  const saved = page.getByRole('button', { name: t('backup.saved') });
  await saved.click();
  await expect.poll(() => site.callsOf(confirmBackupCodes)).toHaveLength(1);
  await saved.click();
  await expect(saved).toHaveCount(0);
  expect(site.callsOf(createBackupCodes)).toHaveLength(1);
  expect(site.bodiesOf(confirmBackupCodes)).toEqual([{ setupId: 'SET' }, { setupId: 'SET' }]);
});

test('the panel shows what it has read last: a newer change cancels the reading after an older one', async ({
  page,
  site,
  t,
}) => {
  const [one, two] = ['Firefox', 'Safari'].map((device) => ({
    id: device,
    current: false,
    device,
    since: minutesAgo(9000),
    expiresAt: minutesAgo(-9000),
  })) as [SecondFactorState['trustedBrowsers'][number], SecondFactorState['trustedBrowsers'][number]];
  const state = (...trustedBrowsers: (typeof one)[]): SecondFactorState => ({ ...off, on: true, trustedBrowsers });
  const panel = page.getByRole('region', { name: t('factor.title') });
  const forget = async ({ device }: typeof one) => {
    await panel.getByRole('button', { name: `${t('trusted.forget')}: ${device}` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('trusted.forget') })
      .click();
  };
  site.answer(getSecondFactor, { is: 'done', data: state(one, two) });
  site.answer(forgetBrowser, done);
  await page.goto('/account');
  await panel.getByText('Safari').waitFor();
  const answerLate = site.hold(getSecondFactor);
  await forget(one);
  await site.waitForCalls(getSecondFactor, 2);
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith(getSecondFactor.path));
  site.answer(getSecondFactor, { is: 'done', data: state() });
  await forget(two);
  await cancelled;
  answerLate({ is: 'done', data: state(two) });
  await expect(panel.getByText('Safari')).toHaveCount(0);
  await expect(panel.getByText('Firefox')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use(pixel);

  test('a link opens the authenticator app on the same phone', async ({ page, site, t }) => {
    site.answer(getSecondFactor, { is: 'done', data: off });
    site.answer(startAuthenticator, newApp(), newApp('https://evil.test/'));
    const open = page.getByRole('dialog').getByRole('link', { name: t('totp.open') });
    await page.goto('/account');
    await page.getByRole('button', { name: t('totp.add') }).click();
    await expect(open).toHaveAttribute('href', uri);
    await test.step('only the scheme of such apps is opened', async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t('totp.add') }).click();
      await expect(page.getByRole('dialog').getByRole('img', { name: t('totp.qr') })).toBeVisible();
      await expect(open).toHaveCount(0);
    });
  });
});
