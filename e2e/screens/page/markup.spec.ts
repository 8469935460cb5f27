import type { Call } from '@foyer/contract/call';
import { getBanners } from '@foyer/contract/flows/banner';
import { getArticle, getArticles } from '@foyer/contract/flows/help-desk';
import { getScanOffer } from '@foyer/contract/flows/scan-confirm';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { persisted } from '@foyer/contract/limits';
import { ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { seconds } from '@foyer/contract/time';
import type { Locator } from '@playwright/test';
import { expect, test } from '../../fixtures/screen.ts';
import { payloads } from '../../support/injection-payloads.ts';
import { alice } from '../../support/people.ts';

const allPayloads = payloads.join(' ');
const handle = 'h'.repeat(43);

test('payloads from every source are shown as text [AC-46]', async ({
  login,
  code,
  register,
  retrievePassword,
  sso,
  bindAccount,
  helpDesk,
  scanConfirm,
  home,
  clock,
  page,
}) => {
  expect(payloads).toHaveLength(40);
  const expectText = async (locator: Locator, source: string, text = allPayloads) => {
    await expect(locator.first(), source).toContainText(text);
    expect(await page.evaluate(() => Reflect.get(window, 'p')), source).toBeUndefined();
  };

  await test.step('the query string', async () => {
    const rest = {
      hideLanguageButton: allPayloads,
      preLoginWay: allPayloads,
      redirectUrl: allPayloads,
      cusRedirectUrl: allPayloads,
    };
    for (const name of ['account', 'principal', 'localAccount']) {
      const query = `${new URLSearchParams({ [name]: allPayloads, ...rest })}#${encodeURIComponent(allPayloads)}`;
      await page.goto(`/login/web?${query}`);
      await login.waitForHydration();
      await expect(login.account, name).toHaveValue(allPayloads);
      const sent = await (await page.request.get(`/login/web?${query}`)).text();
      expect(payloads.filter((one) => sent.includes(one) || sent.includes(encodeURIComponent(one)))).toEqual([]);
    }
  });

  /** The responses by path; every other call is refused with the payloads. */
  const responses = new Map<string, unknown>();
  const respond = ({ path }: Call, data: unknown) => responses.set(`/api${path}`, data);
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const match = [...responses].find(([path]) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname));
    const json = match
      ? { code: 0, message: '', data: match[1] }
      : { code: 10009999, message: allPayloads, data: null };
    return route.fulfill({ json });
  });

  await test.step('refusals', async () => {
    await login.open();
    await login.attempt(alice);
    await expectText(login.errors, 'password');
    await login.codeTab.click();
    await code.button.click();
    await expectText(login.errors, 'code');
    for (const form of [register, retrievePassword]) {
      await form.open();
      await form.account.fill(alice.account);
      await form.code.button.click();
      await expectText(form.errors, page.url());
    }
    await sso.open();
    await sso.submitDomain('acme');
    await expectText(sso.errors, 'domain');
    await page.goto(`${ssoMiddlePath}?accessCode=${handle}`);
    const toast = page.getByRole('status').filter({ hasText: '<x' });
    await expectText(toast, 'access code');
    // When the toast is gone, the page shows its text.
    await clock.run(seconds(60));
    await expectText(page.getByRole('main'), 'access code');
  });

  await test.step('dialogs', async () => {
    respond(checkAuthorisation, { loginStatus: false, loginMobile: allPayloads, loginEmail: allPayloads });
    await page.goto(`${ssoMiddlePath}?accessCode=${handle}`);
    await expect(bindAccount.mobile).toHaveValue(allPayloads);
    await bindAccount.emailTab.click();
    await expect(bindAccount.email).toHaveValue(allPayloads);

    const identity = { app: 'alipay', userInfoContextId: handle, principal: allPayloads };
    for (const step of [
      { at: 'secondFactor', mobile: allPayloads, preServiceId: handle },
      {
        at: 'identityCheck',
        outcome: { is: 'needsIdentityCheck', name: allPayloads, desIdNo: 'x', serviceId: handle },
      },
      {
        at: 'identityCheck',
        outcome: { is: 'needsIdentityCheck', name: 'x', desIdNo: `${allPayloads}1234`, serviceId: handle },
      },
      { at: 'oneClick', outcome: { is: 'mobileAlreadyBound', ...identity } },
      { at: 'bindMobile', outcome: { is: 'needsMobile', ...identity } },
    ]) {
      await page.evaluate(
        ([value, livesFor]) => {
          const record = { url: '/login/web', until: Date.now() + livesFor, value };
          localStorage.setItem('foyer.step', JSON.stringify(record));
        },
        [step, persisted.lifetime] as const,
      );
      await login.open();
      const dialog = page.getByRole('dialog');
      // The ID number is shown without its last four characters, and with dots for its asterisks.
      if (step.outcome && 'desIdNo' in step.outcome && step.outcome.name === 'x')
        await expectText(dialog, step.at, allPayloads.replaceAll('*', '•'));
      else if (step.at === 'bindMobile') await expect(dialog.getByRole('textbox').first()).toHaveValue(allPayloads);
      else await expectText(dialog, step.at);
    }
    await page.evaluate(() => localStorage.clear());
  });

  await test.step('banners and articles', async () => {
    const line = [{ text: allPayloads }, { text: allPayloads, strong: true }, { text: allPayloads, linkUrl: '/help' }];
    const article = { id: 'x', title: allPayloads, summary: allPayloads, linkUrl: '/help' };
    respond(getBanners, { bannerList: [{ picUrl: '/favicon.svg', linkUrl: null, alt: allPayloads }] });
    respond(getArticles, { data: [article] });
    respond(getArticle, {
      ...article,
      body: [
        { is: 'heading', line },
        { is: 'text', line },
        { is: 'steps', items: [line] },
      ],
    });
    await login.open();
    await expect(page.locator('img[src$="/favicon.svg"]')).toHaveAttribute('alt', allPayloads);
    await helpDesk.entry.hover();
    await expectText(helpDesk.articles, 'article of the desk');
    await page.goto('/help');
    await expectText(page.getByRole('main').getByRole('listitem'), 'list of articles');
    await page.goto('/help?article=x');
    await expectText(page.getByRole('heading', { level: 2 }), 'title');
    for (const part of ['h3', 'p', 'li', 'strong', 'a'])
      await expectText(page.getByRole('article').locator(part).filter({ hasText: '<x' }), part);
  });

  await test.step('scan confirmation and account page', async () => {
    const offer = {
      app: 'wechat',
      site: allPayloads,
      device: allPayloads,
      address: allPayloads,
      at: Date.now(),
      elsewhere: true,
    };
    respond(getScanOffer, offer);
    await page.goto(`/scan/confirm?ticket=${handle}`);
    for (const part of ['site', 'device', 'address'] as const) await expectText(scanConfirm.detail(part), part);

    const now = new Date().toISOString();
    const session = { id: 'x', current: false, way: 'sso', factors: [], createdAt: now, lastSeenAt: now };
    const me = {
      ouid: 'x',
      name: allPayloads,
      realNameStatus: true,
      sessions: [{ ...session, device: allPayloads, address: allPayloads }],
      identities: [{ id: 'x', provider: `sso.${allPayloads}`, since: now }],
    };
    respond(getCurrentAccount, me);
    await page.goto('/account');
    for (const part of [home.greeting, home.devices, home.identities]) await expectText(part, 'account');
  });
});
