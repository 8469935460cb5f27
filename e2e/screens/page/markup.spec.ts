import type { Call } from '@foyer/contract/call';
import { getBanners } from '@foyer/contract/flows/banner';
import { getArticle, getArticles } from '@foyer/contract/flows/help-desk';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { getScanOffer } from '@foyer/contract/flows/scan-confirm';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { persisted } from '@foyer/contract/limits';
import { ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { seconds } from '@foyer/contract/time';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../fixtures/screen.ts';
import { now, signedIn } from '../../scripted/usual-answers.ts';
import { payloads } from '../../support/injection-payloads.ts';
import { alice } from '../../support/people/people.ts';

/** With a word that is longer than a phone is wide. */
const allPayloads = [...payloads, 'W'.repeat(120)].join(' ');
const handle = 'h'.repeat(43);
const article = { id: 'x', title: allPayloads, summary: allPayloads, linkUrl: '/help' };

/** Opens a page whose calls are answered with the payloads: with these data, all others with a refusal. */
async function refuseOthers(page: Page, responses: (readonly [Call, unknown])[]) {
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const isOf = ({ path }: Call) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname);
    // The newest first.
    const match = responses.findLast(([call]) => isOf(call));
    const refusal = { code: 10009999, message: allPayloads, data: null };
    return route.fulfill({ json: match ? { code: 0, message: '', data: match[1] } : refusal });
  });
}

async function expectText(locator: Locator, source: string, text = allPayloads) {
  await expect(locator.first(), source).toContainText(text);
  expect(await locator.page().evaluate(() => Reflect.get(window, 'p')), source).toBeUndefined();
}

/** On a phone the text wraps or is cut: neither the page nor its dialog is scrolled sideways. */
async function expectNoOverflow(page: Page, source: string) {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 640 });
  const wider = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog, main, main *')]
      .filter((element) => getComputedStyle(element).overflowX === 'visible' || element === document.documentElement)
      .filter((element) => element.scrollWidth > Math.max(element.clientWidth, 320))
      .map(({ tagName, className }) => `${tagName}.${className}`),
  );
  expect(wider, source).toEqual([]);
  await page.setViewportSize(size);
}

test('payloads of the query string and of the storage are shown as text [AC-46]', async ({ login, page }) => {
  expect(payloads).toHaveLength(40);
  await test.step('the query string', async () => {
    const names = ['account', 'principal', 'localAccount', 'hideLanguageButton', 'preLoginWay', 'redirectUrl'];
    const params = [...names, 'cusRedirectUrl'].map((name) => [name, allPayloads]);
    const query = `${new URLSearchParams(params)}#${encodeURIComponent(allPayloads)}`;
    await page.goto(`/login/web?${query}`);
    await login.waitForHydration();
    await expect(login.account).toHaveValue(allPayloads);
    const sent = await (await page.request.get(`/login/web?${query}`)).text();
    expect(payloads.filter((one) => sent.includes(one) || sent.includes(encodeURIComponent(one)))).toEqual([]);
  });
  const dialog = page.getByRole('dialog');
  const identity = { app: 'alipay', userInfoContextId: handle, principal: allPayloads };
  const claimed = { name: allPayloads, desIdNo: `${allPayloads}1234`, serviceId: handle };
  for (const [step, expectShown] of [
    [{ at: 'oneClick', outcome: { is: 'mobileAlreadyBound', ...identity } }, () => expectText(dialog, 'one click')],
    [
      { at: 'bindMobile', outcome: { is: 'needsMobile', ...identity } },
      () => expect(dialog.getByRole('textbox').first()).toHaveValue(allPayloads),
    ],
    [
      { at: 'identityCheck', outcome: { is: 'needsIdentityCheck', ...claimed } },
      async () => {
        await expectText(dialog, 'name');
        // The number is shown without its last four characters, and with dots for its asterisks.
        await expectText(dialog, 'ID number', allPayloads.replaceAll('*', '•'));
      },
    ],
  ] as const)
    await test.step(`a stored step (${step.at})`, async () => {
      await page.evaluate(
        ([value, livesFor]) => {
          const record = { url: '/login/web', until: Date.now() + livesFor, value };
          localStorage.setItem('foyer.step', JSON.stringify(record));
        },
        [step, persisted.lifetime] as const,
      );
      await page.goto('/login/web');
      await expectShown();
      await expectNoOverflow(page, step.at);
    });
});

test('payloads of the answers to a sign-in are shown as text [AC-46]', async ({
  login,
  code,
  sso,
  bindAccount,
  helpDesk,
  clock,
  page,
  t,
}) => {
  const responses: [Call, unknown][] = [
    [getBanners, { bannerList: [{ picUrl: '/favicon.svg', linkUrl: null, alt: allPayloads }] }],
    [getArticles, { data: [article] }],
  ];
  await refuseOthers(page, responses);
  await login.open();
  await test.step('banner and articles beside the form', async () => {
    await expect(page.locator('img[src$="/favicon.svg"]')).toHaveAttribute('alt', allPayloads);
    await helpDesk.entry.hover();
    await expectText(helpDesk.articles, 'article of the desk');
    await page.mouse.move(5, 5);
    await expect(helpDesk.popover).toHaveCount(0);
  });
  await test.step('refusals', async () => {
    await login.attempt(alice);
    await expectText(login.errors, 'password');
    await login.codeTab.click();
    await code.button.click();
    await expectText(login.errors, 'code');
    await expectNoOverflow(page, 'refusals');
  });
  await test.step('the second factor', async () => {
    const needsFactor = { ...signedIn, loginDoubleCheck: true, preServiceId: handle, mobile: allPayloads };
    responses.push([commitPassword, needsFactor]);
    await login.attempt(alice);
    const dialog = page.getByRole('dialog', { name: t('mfa.title') });
    await expectText(dialog, 'second factor');
    await expectNoOverflow(page, 'second factor');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
  await test.step('the domain of a company', async () => {
    await page.getByRole('button', { name: t('sso.entry') }).click();
    await sso.submitDomain('acme');
    await expectText(sso.errors, 'domain');
  });
  await test.step('the return from a company', async () => {
    await page.goto(`${ssoMiddlePath}?accessCode=${handle}`);
    await expectText(page.getByRole('status').filter({ hasText: '<x' }), 'access code');
    // When the toast is gone, the page shows its text.
    await clock.run(seconds(60));
    await expectText(page.getByRole('main'), 'access code');
    await expectNoOverflow(page, 'access code');
    const known = { loginStatus: false, loginMobile: allPayloads, loginEmail: allPayloads };
    responses.push([checkAuthorisation, known]);
    await page.goto(`${ssoMiddlePath}?accessCode=${handle}`);
    await expect(bindAccount.mobile).toHaveValue(allPayloads);
    await bindAccount.emailTab.click();
    await expect(bindAccount.email).toHaveValue(allPayloads);
  });
});

test('payloads in articles, scans and the account are shown as text, and unsafe URLs are no links [AC-46] [AC-03]', async ({
  scanConfirm,
  home,
  page,
}) => {
  const line = [
    { text: allPayloads },
    { text: allPayloads, strong: true },
    { text: allPayloads, linkUrl: '/help' },
    { text: 'unsafe', linkUrl: 'javascript:p=1' },
  ];
  const body = [
    { is: 'heading', line },
    { is: 'text', line },
    { is: 'steps', items: [line] },
  ];
  const unsafe = ['data:text/html,x', '//evil.test', 'http://evil.test/'].map((linkUrl) => ({ ...article, linkUrl }));
  const scanned = { site: allPayloads, device: allPayloads, address: allPayloads };
  const time = new Date(now).toISOString();
  const session = { id: 'x', current: false, way: 'sso', factors: [], createdAt: time, lastSeenAt: time };
  const me = {
    ouid: 'x',
    name: allPayloads,
    realNameStatus: true,
    sessions: [{ ...session, device: allPayloads, address: allPayloads }],
    identities: [{ id: 'x', provider: `sso.${allPayloads}`, since: time }],
  };
  await refuseOthers(page, [
    [getArticles, { data: [article, ...unsafe.map((one, i) => ({ ...one, id: `${i}` }))] }],
    [getArticle, { ...article, body }],
    [getScanOffer, { app: 'wechat', ...scanned, at: now, elsewhere: true }],
    [getCurrentAccount, me],
  ]);
  await page.goto('/help');
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries).toHaveCount(1 + unsafe.length);
  await expectText(entries, 'list of articles');
  await expect(entries.getByRole('link')).toHaveCount(1);
  await expectNoOverflow(page, 'list of articles');
  await page.goto('/help?article=x');
  await expectText(page.getByRole('heading', { level: 1 }), 'title');
  const shown = page.getByRole('article');
  for (const part of ['h2', 'p', 'li', 'strong', 'a'])
    await expectText(shown.locator(part).filter({ hasText: '<x' }), part);
  await expect(shown.getByText('unsafe').first()).toBeVisible();
  await expect(shown.locator('a', { hasText: 'unsafe' })).toHaveCount(0);
  await expectNoOverflow(page, 'article');
  await page.goto(`/scan/confirm?ticket=${handle}`);
  for (const part of ['site', 'device', 'address'] as const) await expectText(scanConfirm.detail(part), part);
  await expectNoOverflow(page, 'scan');
  await page.goto('/account');
  for (const part of [home.greeting, home.devices, home.identities]) await expectText(part, 'account');
  await expectNoOverflow(page, 'account');
});
