import type { Page } from '@playwright/test';
import { mask } from '@foyer/contract/rules/account-rules';
import { expect, test } from '../../fixtures/test.ts';
import { CodeField } from '../../pages/code-field.ts';
import { newMobile } from '../../support/people/new-accounts.ts';
import { registerAndAgree } from '../../support/people/register-account.ts';
import type { Texts } from '../../support/page/texts.ts';

/** Proves again, in the dialog over the change that needs it. */
async function proveByCode(page: Page, t: Texts, code: string) {
  const proof = page.getByRole('dialog', { name: t('proof.title') });
  await proof.getByRole('textbox').fill(code);
}

/** As the page shows it. */
const spaced = (mobile: string) => mobile.replace(/^(\d{3})(\d{4})/, '$1 $2 ');

test('a person changes the mobile number, after a code to the earlier one', async ({
  login,
  page,
  request,
  outbox,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  const next = newMobile();
  await login.open();
  await login.signIn(member);
  const dialog = page.getByRole('dialog', { name: t('contact.mobile.changeTitle') });
  const code = new CodeField(dialog, 'en-US');
  await page.getByRole('button', { name: `${t('contact.change')}: ${t('contact.mobile')}` }).click();

  await test.step('the number that the account has is refused', async () => {
    await dialog.getByLabel(t('contact.mobile.new')).fill(member.account);
    await code.button.click();
    await expect(dialog.getByText(t('contact.same'))).toBeVisible();
  });

  await test.step('the password was one proof, and the code is the second', async () => {
    await dialog.getByLabel(t('contact.mobile.new')).fill(next);
    await code.button.click();
    await proveByCode(page, t, await outbox.code(member.account, 2));
    await expect(code.sentTo).toBeVisible();
  });

  await code.input.fill(await outbox.code(next));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: t('account.ways') })).toContainText(spaced(next));
  await expect(page.getByRole('region', { name: t('factor.title') })).toContainText(mask(next));
  await expect(page.getByRole('region', { name: t('activity.title') })).toContainText(t('activity.type.mobileChanged'));
  await expect.poll(async () => (await outbox.messages(member.account))[0]?.text).toContain('/undo#');
});

test('an added e-mail address is changed, and undone from the mail to the earlier one', async ({
  home,
  login,
  page,
  request,
  outbox,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  const [first, second] = [`a${newMobile()}@example.com`, `b${newMobile()}@example.com`];
  await login.open();
  await login.signIn(member);
  const ways = page.getByRole('region', { name: t('account.ways') });
  const dialog = page.getByRole('dialog');
  const mobileMenu = home.menuOf(t('contact.mobile'));
  await expect(ways).toContainText(spaced(member.account));
  await expect(mobileMenu, 'the only contact cannot be removed').toHaveCount(0);
  for (const [button, title, address] of [
    ['contact.add', 'contact.email.addTitle', first],
    ['contact.change', 'contact.email.changeTitle', second],
  ] as const)
    await test.step(button, async () => {
      if (button === 'contact.change') await home.choose(t(button), t('contact.email'));
      else await page.getByRole('button', { name: `${t(button)}: ${t('contact.email')}` }).click();
      await dialog.getByLabel(t('contact.email.new')).fill(address);
      const code = new CodeField(page.getByRole('dialog', { name: t(title) }), 'en-US');
      await code.button.click();
      if (button === 'contact.add') await proveByCode(page, t, await outbox.code(member.account, 2));
      await code.sentTo.waitFor();
      await code.input.fill(await outbox.code(address));
      await expect(dialog).toHaveCount(0);
      await expect(ways).toContainText(address);
      await expect(mobileMenu).toBeVisible();
    });

  const undoMail = async () => (await outbox.messages(first)).find(({ text }) => text.includes('/undo#'));
  await expect.poll(undoMail).toBeDefined();
  const link = /href="([^"]+\/undo#[\w-]+)"/.exec((await undoMail())!.html ?? '')![1]!;
  await page.goto(link);
  await expect(page.getByText(t('undo.effect'))).toBeVisible();
  await expect(page).toHaveURL(/\/undo$/);
  await page.reload();
  await page.getByRole('button', { name: t('undo.submit') }).click();
  await expect(page.getByRole('heading', { name: t('undo.done') })).toBeVisible();
  await expect(page.getByText(t('undo.doneLead'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(t.prefix('undo.doneBeforeLead'))).toBeVisible();
  await test.step('it leads to a new password', async () => {
    await page.getByRole('link', { name: t('undo.newPassword') }).click();
    await expect(page).toHaveURL(/\/retrieve/);
  });
  await test.step('the session has ended, and the link says that it was used', async () => {
    await page.goto('/account');
    await expect(page).toHaveURL(/\/login\/web/);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: t('undo.done') })).toBeVisible();
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a person exports the data, closes the account, and keeps it at the next sign-in', async ({
    login,
    page,
    request,
    outbox,
    t,
  }) => {
    const member = await registerAndAgree(request, outbox);
    await login.open();
    await login.signIn(member);
    const dialog = page.getByRole('dialog');
    for (const [format, content] of [
      ['json', `"mobile": "${member.account}"`],
      ['html', `<dd>${member.account}</dd>`],
    ] as const)
      await test.step(`exports ${format}`, async () => {
        await page.getByRole('button', { name: t('data.exportTitle') }).click();
        const download = page.waitForEvent('download');
        await dialog.getByRole('button', { name: t(`data.${format}`) }).click();
        const file = await download;
        expect(file.suggestedFilename()).toMatch(new RegExp(`^my-data-[\\d-]{10}\\.${format}$`));
        let text = '';
        for await (const chunk of await file.createReadStream()) text += String(chunk);
        expect(text).toContain(content);
        await expect(dialog).toHaveCount(0);
      });

    await test.step('closes the account', async () => {
      await page.getByRole('button', { name: t('data.close') }).click();
      await dialog.getByRole('button', { name: t('data.closeSubmit') }).click();
      await expect(page.getByRole('dialog', { name: t('data.closed') })).toBeVisible();
      await dialog.getByRole('button', { name: t('data.closedDone') }).click();
      await expect(page).toHaveURL(/\/login\/web/);
    });

    await test.step('is asked at the next sign-in, and goes where the sign-in was to lead', async () => {
      await login.open({ redirectUrl: '/help' });
      await login.signIn(member, '**/account/keep?*');
      await page.getByRole('button', { name: t('keep.submit') }).click();
      await expect(page).toHaveURL(/\/help/);
      await page.goto('/account');
      await expect(page.getByRole('region', { name: t('account.ways') })).toContainText(spaced(member.account));
    });
  });
});
