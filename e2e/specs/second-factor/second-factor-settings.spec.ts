import { readFile } from 'node:fs/promises';
import { minutes } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { alice } from '../../support/people/people.ts';
import { totpFromKey } from '../../support/people/totp.ts';

test.use({ locale: 'en-US', resetDemo: true });

test('a person sets up an authenticator app and backup codes, signs in with it, and turns it all off again', async ({
  home,
  login,
  outbox,
  secondFactor,
  page,
  service,
  t,
}) => {
  await login.open();
  await login.signIn(alice);
  const panel = page.getByRole('region', { name: t('factor.title') });
  const dialog = page.getByRole('dialog');
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
  let key = '';

  await test.step('the number is proven before the second factor is turned on', async () => {
    await expect(panel.getByText(t('factor.off'), { exact: true })).toBeVisible();
    await row(t('totp.name')).getByRole('button').click();
    const proof = page.getByRole('dialog', { name: t('proof.title') });
    await proof.getByRole('textbox').fill(await outbox.code(alice.account, 1));
  });
  await test.step('the key is shown as QR code and text', async () => {
    await expect(dialog.getByRole('img', { name: t('totp.qr') })).toBeVisible();
    key = await dialog.locator('code').innerText();
    await dialog.getByRole('textbox').fill(totpFromKey(key, await service.now()));
  });
  await test.step('the backup codes are shown once, to download', async () => {
    const codes = dialog.getByRole('list', { name: t('backup.title') }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: t('backup.download') }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^backup-codes-localhost-\d+-\d{4}-\d{2}-\d{2}\.txt$/);
    const file = await readFile(await download.path(), 'utf8');
    expect(file).toMatch(new RegExp(`^Yunzhang backup codes for 138\\*{4}8000, localhost:\\d+, \\w+ \\d+, \\d{4}\\r`));
    for (const code of await codes.allInnerTexts()) expect(file).toContain(code);
    await dialog.getByRole('button', { name: t('backup.saved') }).click();
  });
  await test.step('the panel and the mails say so', async () => {
    await expect(panel.getByText(t('factor.on'), { exact: true })).toBeVisible();
    await expect(row(t('backup.title'))).toContainText('10 / 10');
    await expect(row(t('totp.name'))).toContainText(/Added/);
    await expect
      .poll(async () => (await outbox.messages('alice@example.com')).map(({ subject }) => subject).join())
      .toContain('authenticator app');
  });
  await test.step('the next sign-in asks for the code, and the browser is trusted', async () => {
    await home.signOut();
    await service.moveClock(minutes(2));
    await login.open();
    await login.attempt(alice);
    await expect(secondFactor.dialog).toContainText(t('mfa.totp.desc'));
    await secondFactor.trust.check();
    await secondFactor.submitCode(totpFromKey(key, await service.now()));
    await page.waitForURL('**/home');
  });
  await test.step('the trusted browser is listed and forgotten, the second factor turned off, and the app removed', async () => {
    await page.goto('/account');
    const press = async (name: string, button: string) => {
      await row(name).getByRole('button').click();
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await expect(dialog).toHaveCount(0);
    };
    await press(t('trusted.current'), t('trusted.forget'));
    await expect(row(t('trusted.current'))).toHaveCount(0);
    await press(t('factor.ask'), t('factor.turnOff'));
    await expect(panel.getByText(t('factor.off'), { exact: true })).toBeVisible();
    await press(t('totp.name'), t('totp.remove'));
    await expect(row(t('totp.name')).getByRole('button')).toHaveText(t('totp.add'));
  });
});
