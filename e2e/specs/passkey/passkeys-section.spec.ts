import { freshProof } from '@foyer/contract/limits';
import { expect, test } from '../../fixtures/test.ts';
import { registerAndAgree } from '../../support/people/register-account.ts';
import { addAuthenticator } from '../../support/people/virtual-authenticator.ts';

test('a person adds, names and removes a passkey, and the authenticator learns of it', async ({
  page,
  request,
  home,
  login,
  outbox,
  service,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  const authenticator = await addAuthenticator(page);
  await login.open();
  await login.fill(member);
  await login.submit.click();
  const offer = page.getByRole('dialog', { name: t('passkey.offer.title') });
  await offer.getByRole('button', { name: t('passkey.offer.never') }).click();
  await page.waitForURL('**/home');
  const section = page.getByRole('region', { name: t('passkey.section') });
  const dialog = page.getByRole('dialog');

  await test.step('adds one, also when the proof expires while the browser asks', async () => {
    await expect(section.getByText(t('passkey.none'))).toBeVisible();
    await page.route(
      (url) => url.pathname === '/api/user/accounts/passkeys',
      async (route) => {
        if (route.request().method() !== 'GET') await service.moveClock(freshProof.lifetime);
        await route.fallback();
      },
      { times: 1 },
    );
    await section.getByRole('button', { name: t('passkey.add') }).click();
    await dialog.getByLabel(t('pwd.label'), { exact: true }).fill(member.password);
    await page.keyboard.press('Enter');
    await expect(section.getByText(t('passkey.unnamed'), { exact: true })).toBeVisible();
    expect(await authenticator.passkeys()).toHaveLength(1);
  });

  await test.step('names it', async () => {
    await home.choose(t('passkey.rename'), t('passkey.unnamed'));
    await dialog.getByRole('textbox', { name: t('passkey.rename.label') }).fill('Work laptop');
    await dialog.getByRole('button', { name: t('passkey.rename.save') }).click();
    await expect(section.getByText('Work laptop')).toBeVisible();
  });

  await test.step('removes it, and the authenticator forgets it', async () => {
    await home.choose(t('passkey.remove'), 'Work laptop');
    await dialog.getByRole('button', { name: t('passkey.remove') }).click();
    await expect(section.getByText(t('passkey.none'))).toBeVisible();
    await expect.poll(async () => (await authenticator.passkeys()).length).toBe(0);
  });
});
