import { expect, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { alice } from '../../support/people.ts';

test.use(widths.desktop);

test('a visitor chats without an account, in the language of the page [SH-08] [WG-06] [WG-08] [D-33] [AC-48]', async ({
  login,
  helpDesk,
  page,
  request,
  service,
  t,
}) => {
  const framed: string[] = [];
  page.on('request', (one) => one.url().includes('/sandbox/chat') && framed.push(one.url()));
  await login.open();
  await helpDesk.consult.waitFor();
  expect(framed).toEqual([]);
  await helpDesk.consult.click();
  await expect(helpDesk.chat).toBeVisible();
  await expectNoAxeViolations(page);
  // A page of our own origin in a frame must not have our origin's rights.
  await expect(helpDesk.chat.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-same-origin)/);
  const frame = page.frameLocator('[role=dialog] iframe');
  const question = `Where is my code? ${Date.now()}`;
  await frame.getByRole('textbox').fill(question);
  await frame.getByRole('textbox').press('Enter');
  await expect(frame.getByRole('textbox')).toHaveValue('');
  await frame.getByRole('textbox').fill('half a sentence');
  await login.languageSelect.selectOption('zh-CN');
  await expect(frame.getByRole('textbox', { name: '请输入您的问题' })).toHaveValue('half a sentence');
  await expect(frame.getByRole('listitem')).toHaveText([/^客服您好/, `您${question}`]);
  await login.languageSelect.selectOption('en-US');
  await expect(frame.getByRole('textbox', { name: 'Type your question' })).toBeVisible();
  const { conversations } = await (await request.get('/sandbox/chat/conversations')).json();
  const { visitor } = conversations.find(
    ({ messages }: { messages: { text: string }[] }) => messages[0]?.text === question,
  );
  expect(visitor).toEqual({ uuid: expect.stringMatching(/^visitor-[0-9a-f]{32}$/) });
  const headers = { origin: service.origin };
  await request.post('/sandbox/chat/answers', { headers, data: { uuid: visitor.uuid, text: 'Look into spam' } });
  await expect(frame.getByText('Look into spam')).toBeVisible();

  const [chat, form] = [await helpDesk.chat.boundingBox(), await page.locator('[data-keep-free]').boundingBox()];
  expect(chat!.x + chat!.width, 'beside the form').toBeLessThanOrEqual(form!.x);
  await helpDesk.drag(-900, 0);
  const dropped = await helpDesk.box();
  await page.mouse.move(200, 100, { steps: 3 });
  expect(await helpDesk.box(), 'dropped over the frame, it stays there').toEqual(dropped);

  await page.setViewportSize(widths.narrow.viewport);
  await expect(async () => {
    const [narrow, fields] = [await helpDesk.chat.boundingBox(), await page.locator('form').boundingBox()];
    expect(narrow!.x + narrow!.width, 'beside what is filled in').toBeLessThanOrEqual(fields!.x);
  }).toPass();
  await helpDesk.chat.getByRole('button', { name: t('common.close') }).click();
  await expect(helpDesk.chat).toHaveCount(0);
  await expect(helpDesk.entry).toBeFocused();
  await login.signIn(alice);
});

test('a chat that fails to load shows an error, and the next click tries again [WG-06] [AC-49]', async ({
  login,
  helpDesk,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/ERR_FAILED/);
  await login.open();
  await helpDesk.consult.waitFor();
  await page.route('**/assets/*', (route) => route.abort());
  await helpDesk.consult.click();
  await expect(page.getByText(t('common.network'))).toBeVisible();
  await expect(helpDesk.chat).toHaveCount(0);
  await page.unroute('**/assets/*');
  await helpDesk.consult.click();
  await expect(helpDesk.chat).toHaveCSS('position', 'fixed');
});
