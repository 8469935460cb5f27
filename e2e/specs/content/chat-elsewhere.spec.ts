import { apiCall } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { Page } from '@playwright/test';
import { expect, languageOf, test as visit, widths } from '../../fixtures/test.ts';
import { HelpDesk } from '../../pages/help-desk.ts';
import { stopClock } from '../../support/page-clock.ts';
import { alice } from '../../support/people.ts';

const test = visit.extend<{ desk: HelpDesk }>({
  desk: ({ page, locale }, provide) => provide(new HelpDesk(page, languageOf(locale))),
});
const settings = { CHAT_URL: 'prod=https://chat.example.com/prod,dev=https://chat.example.com/dev' };
test.use({ settings, ...widths.desktop });
// One after the other: each worker that took part would need such a service.
test.describe.configure({ mode: 'default' });

test('a chat elsewhere cannot see the page, and is told who asks only once they are signed in [AC-48] [WG-07] [D-33]', async ({
  login,
  helpDesk,
  page,
  t,
}) => {
  await serveChat(page, hostile);
  await login.open();
  await login.fill(alice);
  await helpDesk.consult.click();
  const frame = helpDesk.chat.frameLocator('iframe[src="https://chat.example.com/dev"]');
  await expect(frame.locator('#saw')).toHaveText('SecurityError');
  await expect(frame.locator('#told')).toHaveText(/^\{"uuid":"visitor-[0-9a-f]{32}","language":"en-US"\}$/);
  await helpDesk.chat.getByRole('button', { name: t('common.close') }).click();

  await login.submit.click();
  await page.waitForURL('**/home');
  await helpDesk.consult.click();
  await expect(frame.locator('#told')).toContainText(`"mobile":"${alice.account}"`);
  await expect(frame.locator('#told')).toContainText(`"name":"${alice.name.zh}"`);
  expect(await page.evaluate(() => document.querySelector('script[src*="chat.example"]'))).toBeNull();
});

test('a chat that does not come leaves words, another try, and the page as it was [AC-49] [WG-06]', async ({
  login,
  helpDesk,
  page,
  t,
}) => {
  await serveChat(page, '<!doctype html><title>silent</title>');
  await page.clock.install();
  await login.open();
  await helpDesk.consult.click();
  await expect(helpDesk.chat.locator('iframe')).toBeAttached();
  await stopClock(page);
  await page.clock.runFor(apiCall.timeout - seconds(4));
  await expect(helpDesk.chat.locator('iframe')).toBeAttached();
  await page.clock.runFor(seconds(4));
  await expect(helpDesk.chat.getByRole('alert')).toContainText(t('cs.chat.failed'));
  await serveChat(page, hostile);
  await helpDesk.chat.getByRole('button', { name: t('common.retry') }).click();
  await expect(helpDesk.chat.frameLocator('iframe').locator('#told')).toContainText('visitor-');
  await page.clock.resume();
  await helpDesk.chat.getByRole('button', { name: t('common.close') }).click();
  await login.signIn(alice);
});

test('the chat is told nothing when it is another window that asks [D-33]', async ({ login, helpDesk, page }) => {
  await serveChat(page, '<!doctype html><title>silent</title>');
  await login.open();
  await helpDesk.consult.click();
  await expect(helpDesk.chat.locator('iframe')).toBeAttached();
  const told = await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve) => (port1.onmessage = () => resolve('told')));
    window.postMessage({ is: 'chatReady' }, '*', [port2]);
    await fetch('/healthz');
    await fetch('/healthz');
    return Promise.race([answered, Promise.resolve('silence')]);
  });
  expect(told).toBe('silence');
});

/** What a chat script gone bad would try. */
const hostile = `<!doctype html><title>chat</title><p id="saw"></p><p id="told"></p><script>
  try { saw.textContent = parent.document.querySelector('input[name=password]').value; } catch (error) { saw.textContent = error.name; }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (told.textContent = JSON.stringify(data));
  parent.postMessage({ is: 'chatReady' }, '*', [port2]);
</script>`;

const serveChat = (page: Page, body: string) =>
  page.route('https://chat.example.com/**', (route) => route.fulfill({ contentType: 'text/html', body }));
