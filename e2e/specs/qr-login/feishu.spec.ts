import { expect, test } from '../../fixtures/test.ts';
import { newMobile } from '../../support/people/new-accounts.ts';
import { webViews } from '../../support/page/user-agents.ts';

test.use({ settings: { SCAN_APPS: 'wechat,feishu' } });

test('Feishu is offered where it is named: a number is bound once, then a scan or one press inside Feishu signs in and leaves no credential in the URL', async ({
  login,
  qrCode,
  phone,
  bindMobile,
  outbox,
  page,
  context,
  browser,
  service,
  t,
}) => {
  const mobile = newMobile();
  const framed: string[] = [];
  page.on('request', (request) => request.frame() !== page.mainFrame() && framed.push(request.url()));
  await test.step('Feishu’s page is not loaded before Feishu is chosen', async () => {
    await login.open();
    await qrCode.waitUntilShown('wechat');
    await expect(qrCode.block.getByRole('tab')).toHaveText([t('qr.switch.wechat'), t('qr.switch.feishu')]);
    expect(framed).toEqual([]);
  });
  const scan = async () => {
    const content = await qrCode.open('feishu', login, { redirectUrl: '/home?scene=realname' });
    await phone.answer(await phone.scan(content, 'carol'), 'confirm');
  };
  await test.step('Feishu has verified no number, so one is bound', async () => {
    await scan();
    await expect(bindMobile.mobile).toHaveValue('');
    await bindMobile.mobile.fill(mobile);
    await bindMobile.code.send();
    await bindMobile.agreement.check();
    await bindMobile.code.input.fill(await outbox.code(mobile));
    await page.waitForURL('**/home?scene=realname');
  });
  await test.step('the next scan signs in', async () => {
    await context.clearCookies();
    const urls: string[] = [];
    page.on('framenavigated', (frame) => frame === page.mainFrame() && urls.push(frame.url()));
    await scan();
    await page.waitForURL('**/home?scene=realname');
    expect(urls.some((url) => url.includes('preLoginId'))).toBe(true);
    await page.goBack();
    expect(page.url()).not.toMatch(/preLoginId|tmp_code/);
  });
  await test.step('inside Feishu one press does, and declining returns to the form with a message', async () => {
    const inside = await browser.newPage({ ...webViews.feishu, locale: 'en-US', baseURL: service.origin });
    await inside.goto('/login/web');
    const enter = inside.getByRole('button', { name: t('app.entry', { app: t('qr.switch.feishu') }) });
    await enter.click();
    await inside.getByRole('link', { name: /^Cancel/ }).click();
    await expect(inside.getByRole('alert').filter({ hasText: t('qr.denied') })).toBeVisible();
    await enter.click();
    await inside.getByRole('link', { name: 'Carol Gao' }).click();
    await inside.waitForURL('**/home');
    await inside.context().close();
  });
});
