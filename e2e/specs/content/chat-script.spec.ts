import type { Page } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/test.ts';
import { expectAccountAfterSignIn, expectChatAfterRetry } from '../../support/chat-walks.ts';
import { alice } from '../../support/people.ts';

const script = 'https://vendor.example.com/chat.js';
test.use({
  settings: { CHAT_SCRIPT_URL: `dev=${script}`, CHAT_SCRIPT_SETUP: 'vendor.setup' },
  ...widths.desktop,
});
// Run in one worker: each worker would start a service with these settings.
test.describe.configure({ mode: 'default' });

test('a chat script runs apart from the page, and gets the account only after a sign-in [AC-48] [WG-06] [D-33]', async ({
  login,
  helpDesk,
  page,
  t,
}) => {
  const requests = await serveScript(page, hostileScript);
  await login.open();
  await login.fill(alice);
  expect(requests).toEqual([]);
  const frame = helpDesk.chat.frameLocator('iframe');
  await expectAccountAfterSignIn({ login, helpDesk, page, t }, frame, 'SecurityError null');
  expect(requests).toEqual([script, script]);
});

test('a chat script that does not load shows an error with a retry, and the page still works [WG-06] [AC-49]', async ({
  login,
  helpDesk,
  page,
  t,
  allowErrors,
}) => {
  allowErrors(/vendor\.example\.com/);
  await page.route('https://vendor.example.com/**', (route) => route.abort());
  await login.open();
  await helpDesk.openChat();
  await expectChatAfterRetry({ helpDesk, t }, () => serveScript(page, hostileScript));
  await helpDesk.chat.getByRole('button', { name: t('common.close') }).click();
  await login.signIn(alice);
});

/** A malicious script of a chat vendor. */
const hostileScript = `
  document.body.innerHTML += '<p id="saw"></p><p id="visitor"></p>';
  let found;
  try { found = parent.document.querySelector('input[name=password]').value; } catch (error) { found = error.name; }
  window.vendor = {
    setup(visitor) {
      document.querySelector('#saw').textContent = found + ' ' + self.origin;
      document.querySelector('#visitor').textContent = JSON.stringify(visitor);
    },
  };`;

/** Returns the requests for the script so far. */
async function serveScript(page: Page, body: string) {
  const requests: string[] = [];
  await page.route('https://vendor.example.com/**', (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  return requests;
}
