import { expect, test } from '../../fixtures/application.ts';
import { LoginPage } from '../../pages/login-page.ts';
import { RetrievePasswordPage } from '../../pages/retrieve-password-page.ts';
import { waitForHydration } from '../../support/page/hydration.ts';
import { newMobile } from '../../support/people/new-accounts.ts';
import { alice, bob } from '../../support/people/people.ts';
import { registerAndAgree } from '../../support/people/register-account.ts';

test.use({ locale: 'en-US' });
// One worker for the file: a service with registered clients takes longer to start than a test.
test.describe.configure({ mode: 'default' });

test('an application learns who signed in with a password and a second factor, with a reload in between', async ({
  application,
  login,
  secondFactor,
  outbox,
  page,
  t,
}) => {
  await login.openFrom(application.startUrl('contracts', { login_hint: bob.account }));
  await expect(login.account).toHaveValue(bob.account);
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await expect(secondFactor.dialog).toContainText(t('mfa.next', { target: 'contracts' }));
  await page.reload();
  await secondFactor.code.input.waitFor();
  await secondFactor.submitCode(await outbox.code(bob.account));
  const { claims, userinfo } = await application.outcome(page);
  expect(claims).toMatchObject({ amr: ['pwd', 'sms', 'mfa'], acr: 'urn:foyer:two-factors' });
  expect(userinfo).toMatchObject({ phone_number: `+86${bob.account}` });
});

test('an application learns who registered by a code, agreed and set a password', async ({
  application,
  login,
  code,
  agreement,
  setPassword,
  outbox,
  page,
}) => {
  const mobile = newMobile();
  await login.openFrom(application.startUrl('contracts'));
  await login.codeTab.click();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  await login.account.fill(mobile);
  await code.send();
  await code.input.fill(await outbox.code(mobile));
  await agreement.agree.click();
  await setPassword.password.fill('Quiet-Harbour7');
  await setPassword.repeatPassword.fill('Quiet-Harbour7');
  await setPassword.confirm.click();
  const { claims, userinfo } = await application.outcome(page);
  expect(claims).toMatchObject({ amr: ['sms'] });
  expect(userinfo).toMatchObject({ phone_number: `+86${mobile}` });
});

test('an application learns who scanned the QR code', async ({ application, login, qrCode, phone, page, browser }) => {
  await page.goto(application.startUrl('contracts'));
  const redirectUrl = new URL(page.url()).searchParams.get('redirectUrl')!;
  const scanned = await phone.scan(await qrCode.open('wechat', login, { redirectUrl }), 'alice');
  await phone.confirm(scanned, browser);
  await qrCode.runUntilPolled();
  const { claims, userinfo } = await application.outcome(page);
  expect(claims).toMatchObject({ amr: ['wechat'] });
  expect(userinfo).toMatchObject({ phone_number: `+86${alice.account}` });
});

test('an application learns who signed in at their company', async ({ application, login, sso, page }) => {
  await login.openFrom(application.startUrl('contracts'));
  await sso.entry.click();
  await sso.openProvider('acme');
  await sso.chooseEmployee('acme-alice');
  const { claims, userinfo } = await application.outcome(page);
  expect(claims).toMatchObject({ amr: ['sso'] });
  expect(userinfo).toMatchObject({ phone_number: `+86${alice.account}` });
});

test('an application learns in both tabs who signed in after resetting their password in another one', async ({
  application,
  login,
  request,
  outbox,
  page,
  t,
}) => {
  const { account } = await registerAndAgree(request, outbox);
  const password = 'Brand-New-Day-8';
  await login.openFrom(application.startUrl('contracts'));
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: t('login.forgotPassword') }).click();
  const tab = await opened;
  const retrievePassword = new RetrievePasswordPage(tab, 'en-US');
  await retrievePassword.verifyAccount(account, outbox, 2);
  await retrievePassword.submitPassword(password);
  await retrievePassword.signIn.click();
  const loginAgain = new LoginPage(tab);
  await loginAgain.waitForHydration();
  await loginAgain.attempt({ account, password });
  // The first tab follows the sign-in. A request is answered once, so that one of the tabs starts another.
  for (const one of [tab, page]) {
    const { userinfo } = await application.outcome(one);
    expect(userinfo).toMatchObject({ phone_number: `+86${account}` });
  }
});

test('requests in two tabs each return to their own place after one sign-in', async ({
  application,
  login,
  page,
  context,
}) => {
  await login.openFrom(application.startUrl('contracts', { note: 'first' }));
  const second = await context.newPage();
  const secondLogin = new LoginPage(second);
  await secondLogin.openFrom(application.startUrl('contracts', { note: 'second' }));
  await secondLogin.attempt(alice);
  expect(await application.outcome(second)).toMatchObject({ note: 'second', userinfo: expect.any(Object) });
  // The first tab learns of the sign-in and follows.
  expect(await application.outcome(page)).toMatchObject({ note: 'first', userinfo: expect.any(Object) });
});

test('an application sends a person to register, and later to choose one of the accounts of the browser', async ({
  application,
  login,
  register,
  request,
  outbox,
  page,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  await login.openFrom(application.startUrl('contracts'));
  await login.attempt(member);
  await application.outcome(page);
  const mobile = newMobile();

  await test.step('the registration page opens although a person is signed in, and leads to the application', async () => {
    await page.goto(application.startUrl('contracts', { prompt: 'create' }));
    await page.waitForURL('**/regist?*');
    await waitForHydration(page);
    await register.fill({ account: mobile, password: 'Quiet-Harbour7' }, outbox);
    await register.submit.click();
    await page.getByRole('button', { name: t('register.success.enter') }).click();
    const { userinfo } = await application.outcome(page);
    expect(userinfo).toMatchObject({ phone_number: `+86${mobile}` });
  });
  await test.step('both accounts are offered, and the first one is chosen', async () => {
    await page.goto(application.startUrl('contracts', { prompt: 'select_account' }));
    await expect(page.getByRole('button', { name: mobile.slice(-4) })).toBeVisible();
    await page.getByRole('button', { name: member.account.slice(-4) }).click();
    await login.password.fill(member.password);
    await login.submit.click();
    const { userinfo } = await application.outcome(page);
    expect(userinfo).toMatchObject({ phone_number: `+86${member.account}` });
  });
});

test('an application that asks for a form gets its answer by one, an error too', async ({
  application,
  login,
  page,
  allowErrors,
}) => {
  // The document with the form of an error.
  allowErrors(/status of 400/);
  await login.openFrom(application.startUrl('contracts', { response_mode: 'form_post' }));
  await login.attempt(alice);
  expect(await application.outcome(page)).toMatchObject({ claims: { amr: ['pwd'] } });
  await page.goto(application.startUrl('contracts', { response_mode: 'form_post', max_age: '0', prompt: 'none' }));
  expect(await application.outcome(page)).toMatchObject({ error: 'login_required' });
});
