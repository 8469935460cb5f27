import { expect, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/page/axe.ts';

test.use(widths.desktop);

test('a visitor chats without an account, in the language of the page [SH-08] [WG-06] [WG-08] [D-33] [AC-48]', async ({
  login,
  helpDesk,
  page,
  request,
  service,
}) => {
  const framed: string[] = [];
  page.on('request', (one) => one.url().includes('/sandbox/chat') && framed.push(one.url()));
  await login.open();
  await helpDesk.entry.click();
  await helpDesk.consult.waitFor();
  expect(framed).toEqual([]);
  await helpDesk.consult.click();
  await expect(helpDesk.chat).toBeVisible();
  await expectNoAxeViolations(page);
  // A page of our own origin in a frame must not have our origin's rights.
  await expect(helpDesk.chat.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-same-origin)/);
  const frame = helpDesk.desk.frameLocator('iframe');
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

  await test.step('the chat is above its tab, beside the form, and moves with the tab', async () => {
    await frame.getByRole('textbox').fill('half a sentence');
    await helpDesk.expectBesideCard(helpDesk.chat);
    const before = (await helpDesk.chat.boundingBox())!;
    await helpDesk.drag(-200, 60, async () => {
      await expect(helpDesk.chat).toHaveCount(0);
    });
    await expect.poll(() => helpDesk.chat.boundingBox()).toEqual({ ...before, y: before.y + 60 });
    const tab = await helpDesk.box();
    await page.mouse.move(tab.x - 100, tab.y - 100, { steps: 3 });
    expect(await helpDesk.box(), 'dropped beside the frame, it stays there').toEqual(tab);
    await expect(frame.getByRole('textbox')).toHaveValue('half a sentence');
  });
});
