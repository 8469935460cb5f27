import { expect, test, widths } from '../../fixtures/test.ts';
import { alice, unregistered } from '../../support/people/people.ts';
import { recordBeacons, recordedEvents } from '../../support/page/tracked-events.ts';

test.use(widths.desktop);
test.beforeEach(({ page }) => recordBeacons(page));

test('a sign-in is tracked step by step and counted [AN-01] [AN-02] [AN-03] [D-19]', async ({ login, home, page }) => {
  await login.open();
  await expect(page.getByRole('img', { name: /Scan with/ })).toBeVisible();
  await login.codeTab.click();
  await login.passwordTab.click();
  await login.attempt(unregistered);
  await login.signIn(alice);
  await expect(home.greeting).toBeVisible();
  // The page is rendered by the service, and tracks once it has started.
  await expect.poll(() => recordedEvents(page)).toContainEqual({ name: 'page_show', page: 'account', device: 'pc' });
  const events = await recordedEvents(page);
  for (const event of [
    { name: 'page_show', page: 'login', device: 'pc' },
    { name: 'front_init_time_consume', page: 'login', took: expect.any(String) },
    { name: 'web_vital', vital: 'FCP', rating: expect.any(String) },
    { name: 'tab_change', tab: 'authCode' },
    { name: 'qr_state', app: 'wechat', state: 'shown' },
    { name: 'sign_in_submit', way: 'password' },
    { name: 'sign_in_result', way: 'password', result: 'refused' },
    { name: 'sign_in_result', way: 'password', result: 'done' },
    { name: 'url_redirect_analysis', url_source: 'login', url_skip: 'workspace' },
    { name: 'page_show', page: 'account', device: 'pc' },
  ])
    expect(events).toContainEqual(event);
  expect(events.filter(({ name }) => name === 'front_init_time_consume')).toHaveLength(2);
  const counted = async () => (await page.request.get('/sandbox/events')).text();
  await expect.poll(counted).toContain('url_redirect_analysis');
});

test('a click during hydration acts and is tracked once [LF-06] [AN-03]', async ({ login, page, t }) => {
  await page.addInitScript(clickDuringHydration, t('sso.entry'));
  await login.open();
  await page.getByRole('dialog').waitFor();
  expect((await recordedEvents(page)).filter(({ name }) => name === 'sso_open')).toHaveLength(1);
});

/** Clicks when React has scheduled the hydration. It dispatches an event, because `click()` does not run inside itself. */
function clickDuringHydration(text: string) {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message: unknown) {
    MessagePort.prototype.postMessage = postMessage;
    Reflect.apply(postMessage, this, [message]);
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
    queueMicrotask(() => button?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));
  };
}
