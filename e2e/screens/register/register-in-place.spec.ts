import { expect, test, widths } from '../../fixtures/screen.ts';

test.use(widths.desktop);

test('the sign-in page shows the form in place, beside the QR code, and the back button closes it [RG-01] [RG-05] [SH-02]', async ({
  login,
  register,
  qrCode,
  code,
  page,
  t,
}) => {
  const account = '13812345678';
  const link = page.getByRole('link', { name: t('login.registerNow') });
  await login.open();
  await login.codeTab.click();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await login.account.fill(account);
  await code.send();
  await login.passwordTab.click();
  // The card may be higher with the other tab.
  await expect(login.password).toBeVisible();
  await qrCode.waitUntilShown();
  const place = await qrCode.picture('wechat').boundingBox();
  await link.click();
  await expect(page.getByRole('heading', { name: t('register.title') })).toBeFocused();
  await expect(page).toHaveURL(/\/login\/web/);
  expect(await qrCode.picture('wechat').boundingBox(), 'the QR code stays where it is').toEqual(place);
  await expect(register.account).toHaveValue(account);
  await expect(code.button, 'a code to sign in registers no one').toHaveText(t('code.get'));
  await page.reload();
  await expect(register.repeatPassword).toBeVisible();
  await register.back.click();
  await expect(link).toBeFocused();
  await expect(login.account).toHaveValue(account);
  await test.step('the back and forward buttons of the browser change the form', async () => {
    await page.goForward();
    await expect(register.repeatPassword).toBeVisible();
    await page.goBack();
    await expect(link).toBeFocused();
    await expect(page).toHaveURL(/\/login\/web/);
  });
});

test('a form that fails to load says so, and opens on the next click [ER-03]', async ({ login, register, page, t }) => {
  const lost = '**/assets/register-form-*.js';
  const link = page.getByRole('link', { name: t('login.registerNow') });
  await page.route(lost, (route) => route.abort());
  await login.open();
  await link.click();
  await expect(page.getByText(t('common.network'))).toBeVisible();
  await page.unroute(lost);
  await link.click();
  await expect(register.repeatPassword).toBeVisible();
});
