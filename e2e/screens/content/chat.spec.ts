import { getChatVisitor } from '@foyer/contract/flows/help-desk';
import { apiCall } from '@foyer/contract/limits';
import type { Page } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/screen.ts';

const chat = 'https://chat.example.com/dev';

test.use(widths.desktop);

test('an external chat cannot read the page, and receives the data of the visitor [AC-48] [WG-06] [WG-07] [D-33]', async ({
  login,
  helpDesk,
  page,
  site,
  t,
}) => {
  site.show({ config: { chat } });
  await serveChat(page, hostileChat);
  await login.open();
  await login.fill({ account: '13812345678', password: 'Quiet-Harbour-7' });
  const frame = helpDesk.chat.frameLocator(`iframe[src="${chat}"]`);
  const close = helpDesk.chat.getByRole('button', { name: t('common.close') });
  await test.step('an anonymous person has a random number', async () => {
    await helpDesk.openChat();
    await expect(frame.locator('#saw')).toHaveText('SecurityError');
    await expect(frame.locator('#visitor')).toHaveText(/^\{"uuid":"visitor-[0-9a-f]{32}","language":"en-US"\}$/);
    await close.click();
  });
  await test.step('a signed-in person has the account', async () => {
    const visitor = { uuid: 'account-1', name: 'An Lin', mobile: '13812345678' };
    site.answer(getChatVisitor, { is: 'done', data: visitor });
    await helpDesk.openChat();
    await expect(frame.locator('#visitor')).toHaveText(JSON.stringify({ ...visitor, language: 'en-US' }));
    await close.click();
    await expect(helpDesk.chat).toHaveCount(0);
    await expect(helpDesk.entry).toBeFocused();
  });
  expect(await page.evaluate(() => document.querySelector('script[src*="chat.example"]'))).toBeNull();
});

test('a chat that does not respond shows an error with a retry [AC-49] [WG-06]', async ({
  login,
  helpDesk,
  page,
  site,
  clock,
  t,
}) => {
  site.show({ config: { chat } });
  await serveChat(page, '<!doctype html><title>silent</title>');
  await login.open();
  await helpDesk.openChat();
  const frame = helpDesk.chat.locator('iframe');
  await expect(frame).toBeAttached();
  await test.step('another window that asks for the visitor gets no response [D-33]', async () => {
    const asked = await page.evaluate(async () => {
      const { port1, port2 } = new MessageChannel();
      const answered = new Promise((resolve) => (port1.onmessage = () => resolve('answered')));
      const heard = new Promise((resolve) => addEventListener('message', () => resolve('no response'), { once: true }));
      window.postMessage({ is: 'chatReady' }, '*', [port2]);
      return Promise.race([answered, heard.then((result) => fetch('/favicon.svg').then(() => result))]);
    });
    expect(asked).toBe('no response');
    expect(site.callsOf(getChatVisitor)).toEqual([]);
  });
  await clock.run(apiCall.timeout - 1);
  await expect(frame).toBeAttached();
  await clock.run(1);
  await expect(helpDesk.chat.getByRole('alert')).toContainText(t('cs.chat.failed'));
  await serveChat(page, hostileChat);
  await helpDesk.chat.getByRole('button', { name: t('common.retry') }).click();
  await expect(frame.contentFrame().locator('#visitor')).toContainText('visitor-');
});

test('a chat whose files fail to load shows an error, and the next click tries again [WG-06] [AC-49]', async ({
  login,
  helpDesk,
  page,
  t,
}) => {
  await login.open();
  await helpDesk.entry.click();
  await helpDesk.consult.waitFor();
  await page.route('**/assets/*', (route) => route.abort());
  await helpDesk.consult.click();
  await expect(page.getByText(t('common.network'))).toBeVisible();
  await expect(helpDesk.chat).toHaveCount(0);
  await page.unroute('**/assets/*');
  await helpDesk.consult.click();
  await expect(helpDesk.chat.getByRole('heading')).toHaveCSS('font-size', '16px');
});

/** A malicious chat page. */
const hostileChat = `<!doctype html><title>chat</title><p id="saw"></p><p id="visitor"></p><script>
  try { saw.textContent = parent.document.querySelector('input[name=password]').value; } catch (error) { saw.textContent = error.name; }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (visitor.textContent = JSON.stringify(data));
  parent.postMessage({ is: 'chatReady' }, '*', [port2]);
</script>`;

const serveChat = (page: Page, body: string) =>
  page.route('https://chat.example.com/**', (route) => route.fulfill({ contentType: 'text/html', body }));
