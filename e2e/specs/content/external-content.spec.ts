import { apiCall } from '@foyer/contract/limits';
import type { Page } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/test.ts';
import { expectAccountAfterSignIn, expectChatAfterRetry } from '../../support/chat-walks.ts';
import { stopClock } from '../../support/page-clock.ts';
import { alice } from '../../support/people.ts';

const settings = {
  CHAT_URL: 'prod=https://chat.example.com/prod,dev=https://chat.example.com/dev',
  BANNER_ORIGINS: 'https://cdn.example.com',
};
test.use({ settings, ...widths.desktop });
// Run in one worker: each worker would start a service with these settings.
test.describe.configure({ mode: 'default' });

test('an external chat cannot read the page, and gets the account only after a sign-in [AC-48] [WG-07] [D-33]', async ({
  login,
  helpDesk,
  page,
  t,
}) => {
  await serveChat(page, hostileChat);
  await login.open();
  await login.fill(alice);
  const frame = helpDesk.chat.frameLocator('iframe[src="https://chat.example.com/dev"]');
  await expectAccountAfterSignIn({ login, helpDesk, page, t }, frame, 'SecurityError');
  expect(await page.evaluate(() => document.querySelector('script[src*="chat.example"]'))).toBeNull();
});

test('a chat that does not respond shows an error with a retry, and the page still works [AC-49] [WG-06]', async ({
  login,
  helpDesk,
  page,
  t,
}) => {
  await serveChat(page, '<!doctype html><title>silent</title>');
  await page.clock.install();
  await login.open();
  await helpDesk.openChat();
  await expect(helpDesk.chat.locator('iframe')).toBeAttached();
  await stopClock(page);
  // Some time has passed by itself since the frame was there.
  await page.clock.runFor(apiCall.timeout / 3);
  await expect(helpDesk.chat.locator('iframe')).toBeAttached();
  await page.clock.runFor(apiCall.timeout);
  await expectChatAfterRetry({ helpDesk, t }, () => serveChat(page, hostileChat));
  await page.clock.resume();
  await helpDesk.chat.getByRole('button', { name: t('common.close') }).click();
  await login.signIn(alice);
});

test('another window that asks for the visitor gets no response [D-33]', async ({ login, helpDesk, page }) => {
  await serveChat(page, '<!doctype html><title>silent</title>');
  await login.open();
  await helpDesk.openChat();
  await expect(helpDesk.chat.locator('iframe')).toBeAttached();
  const result = await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve) => (port1.onmessage = () => resolve('answered')));
    window.postMessage({ is: 'chatReady' }, '*', [port2]);
    await fetch('/healthz');
    await fetch('/healthz');
    return Promise.race([answered, Promise.resolve('no response')]);
  });
  expect(result).toBe('no response');
});

test('a banner picture of a configured host is shown, and one of another host is not requested [WG-01]', async ({
  login,
  page,
}) => {
  const bannerList = ['https://cdn.example.com/a.svg', 'https://other.example.com/b.svg'].map((picUrl) => ({
    picUrl,
    alt: picUrl,
  }));
  await page.route(`**/api/v1/saas-common/banners/**`, (route) =>
    route.fulfill({ json: { code: 0, message: '', data: { bannerList } } }),
  );
  const requested: string[] = [];
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  await page.route(/^https:\/\/(cdn|other)\.example\.com\//, (route) => {
    requested.push(route.request().url());
    return route.fulfill({ contentType: 'image/svg+xml', body });
  });
  await login.open();
  await expect(page.getByRole('img', { name: 'https://cdn.example.com/a.svg' })).toBeVisible();
  expect(requested).not.toContain('https://other.example.com/b.svg');
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
