import { expect, test, widths } from '../../fixtures/test.ts';
import { signInWithCode } from '../../support/people/code-sign-in.ts';
import { countShifts } from '../../support/page/layout-shifts.ts';
import { alice, dan, fay } from '../../support/people/people.ts';

test.use({ locale: 'en-US', ...widths.desktop });

const lastDigits = (account: string) => account.replaceAll(' ', '').slice(-4);

test('a browser in which people have signed in offers their accounts from the first paint, and forgets them on request', async ({
  login,
  home,
  page,
  t,
}) => {
  const card = (account: string) => page.getByRole('button', { name: lastDigits(account) });
  await login.open();
  await login.signIn(fay);
  await home.signOut();
  await login.signIn(alice);
  await home.signOut();

  await test.step('the cards are in the document, without a layout shift', async () => {
    const shifted = await countShifts(page);
    const document = await page.request.get('/login/web');
    expect(await document.text()).toContain(lastDigits(alice.account));
    await page.goto('/login/web');
    await login.waitForHydration();
    await expect(page.getByRole('heading', { name: t('chooser.title') })).toBeVisible();
    await expect(card(alice.account)).toContainText(t('chooser.lastUsed'));
    await expect(card(fay.account)).not.toContainText(t('chooser.lastUsed'));
    await expect(login.account).toHaveCount(0);
    expect(await shifted()).toBe(0);
  });

  await test.step('nothing about a person is in the storage that scripts can read', async () => {
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    for (const { account, name } of [alice, fay])
      for (const text of [account, lastDigits(account), name.zh, name.en]) expect(stored).not.toContain(text);
  });

  await test.step('a card signs in with the password alone, and the account is forgotten on request', async () => {
    await card(alice.account).press('Enter');
    await login.password.fill(alice.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
    await home.signOut();
    await page.getByRole('button', { name: t('chooser.manage') }).click();
    for (const left of [1, 0]) {
      await page
        .getByRole('button', { name: t.prefix('chooser.forget.account') })
        .first()
        .click();
      await expect(page.getByRole('button', { name: t.prefix('chooser.forget.account') })).toHaveCount(left);
    }
    await page.reload();
    await login.waitForHydration();
    await expect(login.account).toBeVisible();
  });
});

test('a card leads to the way in that was used last: a code, or the page of a company', async ({
  login,
  code,
  outbox,
  home,
  sso,
  page,
}) => {
  await test.step('a code', async () => {
    await signInWithCode({ login, code, outbox }, dan.account);
    await page.waitForURL('**/home');
    await home.signOut();
    await page.getByRole('button', { name: lastDigits(dan.account) }).click();
    await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
    await code.send();
    await code.input.fill(await outbox.code(dan.account, 2));
    await page.waitForURL('**/home');
  });
  await test.step('a company', async () => {
    await sso.signIn('acme-alice');
    await page.waitForURL('**/home');
    await home.signOut();
    await page.getByRole('button', { name: 'acme' }).click();
    await page.waitForURL('**/sandbox/**');
  });
});
