import { mask } from '@foyer/contract/rules/account-rules';
import { expect, test } from '../../fixtures/application.ts';
import { AccessQuestionPage } from '../../pages/access-question-page.ts';
import { registerAndAgree } from '../../support/people/register-account.ts';
import { texts } from '../../support/page/texts.ts';

test.use({ locale: 'en-US' });
// One worker for the file: a service with registered clients takes longer to start than a test.
test.describe.configure({ mode: 'default' });

test('an application of someone else gets what the person allows, until the person ends it', async ({
  application,
  login,
  request,
  outbox,
  page,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  const access = new AccessQuestionPage(page, 'en-US');
  const startUrl = (params: Record<string, string>) => application.startUrl('partner', params);
  const start = (params: Record<string, string>) => page.goto(startUrl(params));

  await test.step('it asks in its name, in words, for the masked account', async () => {
    await login.openFrom(startUrl({ scope: 'openid phone' }));
    await login.attempt(member);
    await expect(access.heading).toContainText('Partner Ltd');
    await expect(page.getByText(t('access.account', { account: mask(member.account) }))).toBeVisible();
    await expect(access.scopes).toHaveText([t('access.scope.openid'), t('access.scope.phone')]);
    await expect(access.otherAccount).toBeVisible();
  });
  await test.step('the question follows a change of language and survives a reload', async () => {
    await login.languageSelect.selectOption('zh-CN');
    await expect(access.heading).toContainText('Partner Ltd 申请访问');
    await page.reload();
    await expect(new AccessQuestionPage(page, 'zh-CN').scopes).toHaveCount(2);
    await login.languageSelect.selectOption('en-US');
    await expect(access.decline).toBeVisible();
  });
  await test.step('declining tells the application so, and it may ask again', async () => {
    await access.decline.click();
    expect(await application.outcome(page)).toMatchObject({ error: 'access_denied' });
    await page.goBack();
    await expect(access.heading).toHaveText(t('access.ended'));
    await start({ scope: 'openid phone' });
    await expect(access.scopes).toHaveCount(2);
  });
  await test.step('the keyboard allows it', async () => {
    await access.otherAccount.focus();
    await page.keyboard.press('Tab');
    await expect(access.allow).toBeFocused();
    await page.keyboard.press('Enter');
    const { userinfo } = await application.outcome(page);
    expect(userinfo).toMatchObject({ phone_number: `+86${member.account}` });
    expect(userinfo).not.toHaveProperty('name');
  });
  await test.step('the same is not asked again, more is', async () => {
    await start({ scope: 'openid phone', note: 'again' });
    expect(await application.outcome(page)).toMatchObject({ note: 'again', claims: expect.any(Object) });
    await start({ scope: 'openid phone profile' });
    await expect(access.scopes).toHaveCount(3);
  });
  await test.step('the person ends it, and it asks again', async () => {
    await page.goto('/home');
    await page.getByRole('button', { name: `${t('home.applications.end')}: Partner Ltd` }).click();
    await expect(page.getByRole('status').filter({ hasText: t('home.applications.ended') })).toBeVisible();
    await start({ scope: 'openid phone' });
    await expect(access.scopes).toHaveCount(2);
  });
  await test.step('another account may be used instead', async () => {
    await access.otherAccount.click();
    await login.waitUntilOpen();
    await login.attempt(await registerAndAgree(request, outbox));
    await expect(access.allow).toBeVisible();
    await expect(page.getByText(mask(member.account))).toHaveCount(0);
  });
});

test('a sign-out that an application asks for ends on its page; without proof the person is asked first', async ({
  application,
  login,
  request,
  outbox,
  page,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  const signIn = async () => {
    await login.openFrom(application.startUrl('contracts'));
    await login.attempt(member);
    return application.outcome(page);
  };
  const back = { post_logout_redirect_uri: application.signedOutUri };

  await test.step('without proof the page asks, and the person may stay', async () => {
    await signIn();
    await page.goto(application.signOutUrl('contracts', back));
    await expect(page.getByText(t('signOut.lead'))).toBeVisible();
    await page.getByRole('link', { name: t('signOut.stay') }).click();
    await page.waitForURL('**/home');
  });
  await test.step('the person confirms', async () => {
    await page.goto(application.signOutUrl('contracts', back));
    await page.getByRole('button', { name: t('home.signOut') }).click();
    await page.waitForURL(application.signedOutUri);
    await page.goto('/home');
    await page.waitForURL('**/login/web?**');
  });
  await test.step('with its ID token it asks nothing', async () => {
    const { claims } = await signIn();
    await page.goto(application.signOutUrl('contracts', { id_token_hint: String(claims!['id_token']), ...back }));
    await page.waitForURL(application.signedOutUri);
  });
  await test.step('without a URL to return to, a page of ours says so', async () => {
    const { claims } = await signIn();
    await page.goto(application.signOutUrl('contracts', { id_token_hint: String(claims!['id_token']) }));
    await expect(page.getByRole('link', { name: t('signedOut.again') })).toBeVisible();
  });
});

test('a request that cannot be answered at the application is explained on a page of ours', async ({
  application,
  allowErrors,
  page,
  t,
}) => {
  allowErrors(/status of 400/);
  const response = await page.goto(application.startUrl('contracts', { redirect_uri: `${application.origin}/<b>x` }));
  expect(response!.status()).toBe(400);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.applicationProblem'));
  await expect(page.locator('code')).toHaveText('invalid_redirect_uri');
  await page.getByRole('combobox', { name: t('header.language') }).selectOption('zh-CN');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('zh-CN')('page.applicationProblem'));
});
