import { createHash } from 'node:crypto';
import { expect, test, widths } from '../../fixtures/test.ts';
import { waitForRequestEvents } from '../../support/calls.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { alice, bob, unregistered } from '../../support/people.ts';
import { recordBeacons, recordedBeacons, recordedEvents } from '../../support/tracked-events.ts';
import { texts } from '../../support/texts.ts';

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
  await page.goto('/sandbox/events');
  await expect(page.getByText('url_redirect_analysis').first()).toBeVisible();
});

test('of a redirect only its kind is tracked [AN-01] [AC-39]', async ({ login, page }) => {
  await login.open({ redirectUrl: '/help?article=agreement&token=canary-token#canary' });
  await login.signIn(alice, '**/help?*');
  expect(await recordedEvents(page)).toContainEqual({
    name: 'url_redirect_analysis',
    url_source: 'login',
    url_skip: 'own',
  });
  expect(await recordedBeacons(page)).not.toMatch(/canary|article=/);
});

test('QR code, SSO and dialog actions are tracked [AN-03]', async ({ login, page, secondFactor }) => {
  await login.open();
  // Pressing the selected tab is no switch.
  for (const _ of [1, 2]) await page.getByRole('tab', { name: 'Alipay' }).click();
  await login.passwordTab.click();
  await page.getByRole('button', { name: texts('en-US')('qr.refresh') }).click();
  await page.getByRole('button', { name: texts('en-US')('sso.entry') }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await login.attempt(bob);
  await secondFactor.waitUntilSent();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const events = await recordedEvents(page);
  for (const event of [
    { name: 'qr_switch', app: 'alipay' },
    { name: 'qr_refresh', app: 'alipay' },
    { name: 'sso_open' },
    { name: 'sso_back' },
    { name: 'dialog_open', dialog: 'secondFactor' },
    { name: 'code_send', by: 'mobile', result: 'done' },
    { name: 'dialog_cancel', dialog: 'secondFactor' },
  ])
    expect(events).toContainEqual(event);
  expect(events.filter(({ name }) => name === 'qr_switch' || name === 'tab_change')).toHaveLength(1);
});

for (const [event, name] of [
  ['qr_switch', texts('en-US')('qr.switch.alipay')],
  ['tab_change', texts('en-US')('login.tab.code')],
] as const)
  test(`a tab clicked twice before the page has rendered is tracked once: ${event} [AN-03]`, async ({
    login,
    page,
  }) => {
    await login.open();
    await expect(page.getByRole('img', { name: texts('en-US')('qr.title.wechat') })).toBeVisible();
    await page.getByRole('tab', { name }).evaluate((tab: HTMLElement) => {
      tab.click();
      tab.click();
    });
    await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
    expect((await recordedEvents(page)).filter((tracked) => tracked.name === event)).toHaveLength(1);
  });

test('a click on the last used tab is tracked if that tab has failed to load before [LF-02] [AN-03]', async ({
  login,
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  await page.addInitScript(() => localStorage.setItem('preLoginWay', 'authCode'));
  await page.route('**/assets/code-*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/code-'));
  await login.open();
  await failed;
  await waitForRequestEvents(page);
  await page.unroute('**/assets/code-*');
  await login.codeTab.click();
  await expect(login.codeTab).toHaveAttribute('aria-selected', 'true');
  expect((await recordedEvents(page)).filter(({ name }) => name === 'tab_change')).toHaveLength(1);
});

test('a click during hydration acts and is tracked once [LF-06] [AN-03]', async ({ login, page }) => {
  await page.addInitScript(clickDuringHydration, texts('en-US')('sso.entry'));
  await login.open();
  await page.getByRole('dialog').waitFor();
  expect((await recordedEvents(page)).filter(({ name }) => name === 'sso_open')).toHaveLength(1);
});

for (const [signal, script] of [
  ['Do Not Track', () => Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' })],
  ['Global Privacy Control', () => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true })],
] as const) {
  test(`nothing is tracked with ${signal} [AN-03] [D-19]`, async ({ login, home, page }) => {
    await page.addInitScript(script);
    await login.open();
    await login.codeTab.click();
    await login.passwordTab.click();
    await login.signIn(alice);
    await expect(home.greeting).toBeVisible();
    expect(await recordedBeacons(page)).toBe('');
  });
}

test('a tracking endpoint that does not respond delays nothing [AC-49]', async ({ login, page }) => {
  await page.route('**/api/v1/events', () => {});
  await login.open();
  await login.signIn(alice);
});

test('no event contains anything that was typed or received, on any page [AN-03] [AC-50] [AC-39]', async ({
  login,
  code,
  consent,
  register,
  retrievePassword,
  findAccount,
  outbox,
  page,
  allowErrors,
  t,
}) => {
  allowErrors(/status of 4\d\d/);
  const password = 'Canary-77-Song';
  const mobile = newMobile();
  const mail = `canary.${mobile}@example.com`;
  const canaries = [
    alice.account,
    password,
    createHash('sha256').update(password).digest('hex'),
    mobile,
    mail,
    'Canary Name',
  ];

  await login.open({ localAccount: mobile, accessCode: '', redirectUrl: `/home?who=${mail}#${mobile}` });
  await login.attempt({ account: mail, password });

  await login.open({ preLoginWay: 'authCode' });
  await login.account.fill(mobile);
  await code.send();
  const sent = await outbox.code(mobile);
  canaries.push(sent);
  await code.input.fill(sent);
  await login.submit.click();
  await consent.agree.click();
  await page.getByRole('dialog', { name: t('setpwd.title') }).waitFor();

  await register.open();
  await register.fill({ account: mail, password }, outbox);
  await register.submit.click();
  await page.waitForURL('**/regist/success');

  await retrievePassword.open();
  await retrievePassword.verifyAccount(alice.account, outbox);
  await findAccount.open();
  await findAccount.byPerson.click();
  await page.getByRole('textbox').first().fill('Canary Name');

  await login.open({ appSsoLogin: 'true' });
  await page.goto(`/help?article=${mobile}`);
  await page.goto(`/no/such/${mail}`);
  const events = await recordedBeacons(page);
  expect(events).toContain('"name":"sign_in_result"');
  expect(events).toContain('"way":"register"');
  expect(events).toContain('"code_send"');
  for (const canary of canaries) expect(events).not.toContain(canary);
  const values = (await recordedEvents(page)).flatMap((event) => Object.values(event));
  expect(values.filter((value) => !/^[\w+-]{2,40}$/.test(value))).toEqual([]);
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
