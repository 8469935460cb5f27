import type { Call } from '@foyer/contract/call';
import { getBanners } from '@foyer/contract/flows/banner';
import { getArticle, getArticles } from '@foyer/contract/flows/help-desk';
import { getScanOffer } from '@foyer/contract/flows/scan-confirm';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { persisted } from '@foyer/contract/limits';
import { ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import type { Locator } from '@playwright/test';
import { expect, test, widths } from '../../fixtures/test.ts';
import { HelpDesk } from '../../pages/help-desk.ts';
import { ScanConfirmPage } from '../../pages/scan-confirm-page.ts';
import { payloads } from '../../support/markup.ts';
import { alice } from '../../support/people.ts';

const nasty = payloads.join(' ');
const handle = 'h'.repeat(43);

test.use({ ...widths.desktop, locale: 'en-US' });

test('wherever a word comes from, it is shown as the text that it is [AC-46]', async ({
  login,
  code,
  register,
  retrievePassword,
  sso,
  bindAccount,
  home,
  page,
  request,
}) => {
  test.slow();
  expect(payloads).toHaveLength(40);
  const helpDesk = new HelpDesk(page, 'en-US');
  const confirm = new ScanConfirmPage(page, 'en-US');
  const shows = async (where: Locator, what: string) => {
    await expect(where.first(), what).toContainText(nasty);
    expect(await page.evaluate(() => Reflect.get(window, 'p')), what).toBeUndefined();
  };

  await test.step('an address', async () => {
    const rest = { hideLanguageButton: nasty, preLoginWay: nasty, redirectUrl: nasty, cusRedirectUrl: nasty };
    for (const name of ['account', 'principal', 'localAccount']) {
      const query = `${new URLSearchParams({ [name]: nasty, ...rest })}#${encodeURIComponent(nasty)}`;
      await page.goto(`/login/web?${query}`);
      await login.waitForHydration();
      await expect(login.account, name).toHaveValue(nasty);
      const sent = await (await request.get(`/login/web?${query}`)).text();
      expect(payloads.filter((one) => sent.includes(one) || sent.includes(encodeURIComponent(one)))).toEqual([]);
    }
  });

  /** What the service says, by the path of the call; every other is refused in these words. */
  const answers = new Map<string, unknown>();
  const answer = ({ path }: Call, data: unknown) => answers.set(`/api${path}`, data);
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const told = [...answers].find(([path]) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname));
    const json = told ? { code: 0, message: '', data: told[1] } : { code: 10009999, message: nasty, data: null };
    return route.fulfill({ json });
  });

  await test.step('a refusal', async () => {
    await login.open();
    await login.attempt(alice);
    await shows(login.errors, 'password');
    await login.codeTab.click();
    await code.button.click();
    await shows(login.errors, 'code');
    for (const form of [register, retrievePassword]) {
      await form.open();
      await form.account.fill(alice.account);
      await form.code.button.click();
      await shows(form.errors, page.url());
    }
    await sso.open();
    await sso.submitDomain('acme');
    await shows(sso.errors, 'domain');
    await page.goto(`${ssoMiddlePath}?accessCode=${handle}`);
    await shows(page.getByRole('main'), 'access code');
  });

  await test.step('what stands in a dialog', async () => {
    answer(checkAuthorisation, { loginStatus: false, loginMobile: nasty, loginEmail: nasty });
    await page.goto(`${ssoMiddlePath}?accessCode=${handle}`);
    await expect(bindAccount.mobile).toHaveValue(nasty);
    await bindAccount.emailTab.click();
    await expect(bindAccount.email).toHaveValue(nasty);

    const identity = { app: 'alipay', userInfoContextId: handle, principal: nasty };
    for (const step of [
      { at: 'secondFactor', mobile: nasty, preServiceId: handle },
      { at: 'identityCheck', outcome: { is: 'needsIdentityCheck', name: nasty, desIdNo: 'x', serviceId: handle } },
      { at: 'identityCheck', outcome: { is: 'needsIdentityCheck', name: 'x', desIdNo: nasty, serviceId: handle } },
      { at: 'oneClick', outcome: { is: 'mobileAlreadyBound', ...identity } },
      { at: 'bindMobile', outcome: { is: 'needsMobile', ...identity } },
    ]) {
      await page.evaluate(
        ([value, livesFor]) => {
          const record = { place: '/login/web', until: Date.now() + livesFor, value };
          localStorage.setItem('foyer.step', JSON.stringify(record));
        },
        [step, persisted.lifetime] as const,
      );
      await login.open();
      const dialog = page.getByRole('dialog');
      if (step.at === 'bindMobile') await expect(dialog.getByRole('textbox').first()).toHaveValue(nasty);
      else await shows(dialog, step.at);
    }
    await page.evaluate(() => localStorage.clear());
  });

  await test.step('pictures and articles', async () => {
    const line = [{ text: nasty }, { text: nasty, strong: true }, { text: nasty, linkUrl: '/help' }];
    const article = { id: 'x', title: nasty, summary: nasty, linkUrl: '/help' };
    answer(getBanners, { bannerList: [{ picUrl: '/favicon.svg', linkUrl: null, alt: nasty }] });
    answer(getArticles, { data: [article] });
    answer(getArticle, {
      ...article,
      body: [
        { is: 'heading', line },
        { is: 'text', line },
        { is: 'steps', items: [line] },
      ],
    });
    await login.open();
    await expect(page.locator('img[src$="/favicon.svg"]')).toHaveAttribute('alt', nasty);
    await helpDesk.entry.hover();
    await shows(helpDesk.articles, 'article of the desk');
    await page.goto('/help');
    await shows(page.getByRole('main').getByRole('listitem'), 'list of articles');
    await page.goto('/help?article=x');
    await shows(page.getByRole('heading', { level: 2 }), 'title');
    for (const part of ['h3', 'p', 'li', 'strong', 'a'])
      await shows(page.getByRole('article').locator(part).filter({ hasText: '<x' }), part);
  });

  await test.step('who asks, and who is in', async () => {
    const told = { app: 'wechat', site: nasty, device: nasty, address: nasty, at: Date.now(), elsewhere: true };
    answer(getScanOffer, told);
    await page.goto(`/scan/confirm?ticket=${handle}`);
    for (const part of ['site', 'device', 'address'] as const) await shows(confirm.detail(part), part);

    await page.unrouteAll();
    await login.open('preLoginWay=user');
    await login.signIn(alice);
    const now = new Date().toISOString();
    const session = { id: 'x', current: false, way: 'sso', factors: [], createdAt: now, lastSeenAt: now };
    const me = {
      ouid: 'x',
      name: nasty,
      realNameStatus: true,
      sessions: [{ ...session, device: nasty, address: nasty }],
      identities: [{ id: 'x', provider: `sso.${nasty}`, since: now }],
    };
    await page.route(`**/api${getCurrentAccount.path}`, (route) =>
      route.fulfill({ json: { code: 0, message: '', data: me } }),
    );
    await page.reload();
    for (const part of [home.greeting, home.devices, home.identities]) await shows(part, 'home');
  });
});
