import type { Page } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/test.ts';
import { alice } from '../../support/people/people.ts';

const script = 'https://vendor.example.com/chat.js';
test.use({
  settings: { CHAT_SCRIPT_URL: `dev=${script}`, CHAT_SCRIPT_SETUP: 'vendor.setup' },
  ...widths.desktop,
});

test('a chat script runs apart from the page, and gets the account only after a sign-in [AC-48] [AC-49] [WG-06] [D-33]', async ({
  login,
  helpDesk,
  page,
  t,
  allowErrors,
}) => {
  allowErrors(/vendor\.example\.com/);
  const frame = helpDesk.chat.frameLocator('iframe');
  await page.route(script, (route) => route.abort());
  await login.open();
  await login.fill(alice);
  await test.step('a script that does not load shows an error with a retry', async () => {
    await helpDesk.openChat();
    await expect(helpDesk.chat.getByRole('alert')).toContainText(t('cs.chat.failed'));
  });
  const requests = await serveScript(page);
  await test.step('it cannot read the page, and its visitor has a random number', async () => {
    await helpDesk.chat.getByRole('button', { name: t('common.retry') }).click();
    await expect(frame.locator('#saw')).toHaveText('SecurityError null');
    await expect(frame.locator('#visitor')).toHaveText(/^\{"uuid":"visitor-[0-9a-f]{32}","language":"en-US"\}$/);
    await helpDesk.chat.getByRole('button', { name: t('common.close') }).click();
  });
  await test.step('after a sign-in it gets the account', async () => {
    await login.submit.click();
    await page.waitForURL('**/home');
    expect(requests).toEqual([script]);
    await helpDesk.openChat();
    await expect(frame.locator('#visitor')).toContainText(`"mobile":"${alice.account}"`);
    await expect(frame.locator('#visitor')).toContainText(`"name":"${alice.name.en}"`);
  });
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
async function serveScript(page: Page) {
  const requests: string[] = [];
  await page.route(script, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: hostileScript });
  });
  return requests;
}
