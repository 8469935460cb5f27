import { getPasskeys, removePasskey } from '@foyer/contract/flows/passkey';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { expect, test } from '../../fixtures/screen.ts';
import { methods } from '../../scripted/site-config.ts';
import { account, minutesAgo } from '../../scripted/usual-answers.ts';

const passkey = {
  id: '1',
  credentialId: 'credential-1',
  name: 'Work laptop',
  synced: true,
  createdAt: minutesAgo(900),
} as const;
const known = { rpId: 'localhost', user: { id: 'alice', name: '138****5678', displayName: 'Alice' } };

test('a browser without passkeys offers none to be added or used, and the known ones can be removed', async ({
  context,
  site,
  t,
}) => {
  const usual = account('en-US');
  site.show({ config: { methods: { ...methods, passkey: true } } });
  site.answer(getCurrentAccount, { is: 'done', data: { ...usual, security: { passkeys: 0 } } });
  site.answer(getPasskeys, { is: 'done', data: { ...known, passkeys: [passkey] } });
  site.answer(removePasskey, {
    is: 'needsFreshProof',
    data: { ways: ['passkey', 'password'], preServiceId: 'session-1' },
  });
  const page = await context.newPage();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.goto('/account');
  const section = page.getByRole('region', { name: t('passkey.section') });
  const dialog = page.getByRole('dialog');

  await test.step('neither the check-up nor the section offers to add one', async () => {
    await expect(section.getByText(passkey.name)).toBeVisible();
    await expect(page.getByText(t('checkup.passkey.due'))).toBeVisible();
    const point = page.getByRole('listitem').filter({ hasText: t('checkup.passkey.due') });
    await expect(point.getByRole('button')).toHaveCount(0);
    await expect(section.getByRole('button', { name: t('passkey.add') })).toHaveCount(0);
  });
  await test.step('a proof is asked for by the next way', async () => {
    await section.getByRole('button', { name: `${t('account.more')}: ${passkey.name}` }).click();
    await section.getByRole('menuitem', { name: t('passkey.remove') }).click();
    await dialog.getByRole('button', { name: t('passkey.remove') }).click();
    await expect(dialog.getByLabel(t('pwd.label'), { exact: true })).toBeFocused();
    await expect(dialog.getByRole('button', { name: t('proof.by.passkey') })).toHaveCount(0);
  });
});
