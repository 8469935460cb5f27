import { mask } from '@foyer/contract/rules/account-rules';
import { expect, test } from '../../fixtures/application.ts';
import { registerAndAgree } from '../../support/people/register-account.ts';

test.use({ locale: 'en-US' });
test.describe.configure({ mode: 'default' });

test('a command line gets its tokens when the person enters its code, signs in and connects it', async ({
  login,
  request,
  outbox,
  page,
  t,
}) => {
  const member = await registerAndAgree(request, outbox);
  const form = { client_id: 'cli' };
  const asked = await request.post('/oidc/device', { form: { ...form, scope: 'openid phone' } });
  const device = (await asked.json()) as Record<'device_code' | 'user_code' | 'verification_uri', string>;
  const poll = async () => {
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: device.device_code };
    return (await request.post('/oidc/token', { form: { ...form, ...grant } })).json() as Promise<
      Record<string, string>
    >;
  };
  expect(await poll()).toMatchObject({ error: 'authorization_pending' });

  await test.step('the code leads to the sign-in page', async () => {
    await page.goto(device.verification_uri);
    await page.getByRole('textbox', { name: t('device.field') }).fill(device.user_code.toLowerCase());
    await page.getByRole('button', { name: t('common.next') }).click();
    await login.waitUntilOpen();
  });
  await test.step('then to the question, which survives a reload', async () => {
    await login.attempt(member);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('device.ask', { application: 'Command line' }));
    await page.reload();
    await expect(page.getByText(mask(member.account))).toBeVisible();
  });
  await test.step('and the device has the account', async () => {
    await page.getByRole('button', { name: t('device.connect'), exact: true }).click();
    await expect(page.getByText(t('device.connected.lead'))).toBeVisible();
    const { access_token: token } = await poll();
    const userinfo = await request.get('/oidc/userinfo', { headers: { authorization: `Bearer ${token}` } });
    expect(await userinfo.json()).toMatchObject({ phone_number: `+86${member.account}` });
  });
  await test.step('the code works once', async () => {
    await page.goto(`/device?user_code=${device.user_code}`);
    await page.getByRole('button', { name: t('common.next') }).click();
    await expect(page.getByRole('alert').filter({ hasText: t('device.unknown') })).toBeVisible();
  });
});
