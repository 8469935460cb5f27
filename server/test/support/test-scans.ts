import type { ScanApp } from '@foyer/contract/pages/page-config';
import type { createBrowser } from './test-browser.ts';
import type { TestApp } from './test-app.ts';

type Browser = ReturnType<typeof createBrowser>;
type Shown = Record<string, unknown>;

const thirdparties = {
  wechat: 'WECHAT_OFFICIAL_ACCOUNT',
  alipay: 'ALIPAY_MINI',
  dingtalk: 'DING_TALK_EXTERNAL',
} as const;
const polls = { wechat: 'wechatOfficeFocus', alipay: 'alipaymini', dingtalk: 'dingding/callback' } as const;

let count = 0;

/** A person with an account in all three apps. */
export function newPhoneOwner(mobile: string, country = '86') {
  count += 1;
  const id = `${process.pid}-${count}`;
  return {
    wechat: { openid: `open-${id}`, unionid: `union-${id}` },
    alipay: { openId: `open-${id}`, mobile, country },
    dingtalk: { unionId: `union-${id}`, openId: `open-${id}`, mobile, stateCode: country },
  };
}
export type PhoneOwner = ReturnType<typeof newPhoneOwner>;

/** The steps of the page and of a phone that scans, by the apps' own protocols. */
export function scanHelpers(services: TestApp) {
  const { outside } = services;

  /** Each as its app knows them, linked to an account. */
  async function link(ouid: string, { wechat, alipay, dingtalk }: PhoneOwner, ...apps: ScanApp[]) {
    const subjects = {
      wechat: { provider: 'wechat.unionid', subject: wechat.unionid },
      alipay: { provider: `alipay.openid.${outside.alipay.appId}`, subject: alipay.openId },
      dingtalk: { provider: 'dingtalk.unionid', subject: dingtalk.unionId },
    };
    await services.stores.identities.link(
      ouid,
      apps.map((app) => subjects[app]),
    );
  }

  const requestQr = (browser: Browser, app: ScanApp, more: Record<string, string> = {}) =>
    browser.get(
      `/login/oauth/request/${thirdparties[app]}?${new URLSearchParams({ fingerprint: 'f', ...more }).toString()}`,
    );

  async function show(browser: Browser, app: ScanApp, more?: Record<string, string>): Promise<Shown> {
    const { code, data } = await requestQr(browser, app, more);
    if (code !== 0) throw new Error(`No code to scan: ${code}`);
    return data;
  }

  /** The poll of the page. */
  function ask(browser: Browser, app: ScanApp, shown: Shown) {
    const { loginId, sceneId, preLoginId } = shown;
    const asked =
      app === 'dingtalk' ? { preLoginId } : { loginId, fingerprint: 'f', ...(app === 'wechat' && { sceneId }) };
    const query = Object.entries(asked).map(([name, value]) => [name, String(value)]);
    return browser.get(`/thirdparty/${polls[app]}/result?${new URLSearchParams(query).toString()}`);
  }

  const sceneIn = ({ url }: Shown) => {
    const opens = new URL(new URL(String(url)).searchParams.get('scheme') ?? '');
    return new URLSearchParams(opens.searchParams.get('query') ?? '').get('s') ?? '';
  };

  /** Someone's phone, away from every browser. */
  const phone = (headers = {}) => {
    const browser = services.browser({ userAgent: 'Mozilla/5.0 (iPhone) MicroMessenger/8.0' });
    return {
      openMiniProgram: (shown: Shown, owner: PhoneOwner) =>
        browser.post(
          '/thirdparty/alipaymini/scan',
          { s: sceneIn(shown), authCode: outside.alipayApp.wallet.authCode(owner.alipay) },
          headers,
        ),
      askOffer: (ticket: string) => browser.get(`/thirdparty/scan/offer?ticket=${ticket}`, headers),
      answer: (ticket: unknown, confirmed: boolean, payload?: string) =>
        browser.post('/thirdparty/scan/answer', { ticket, confirmed, ...(payload && { phone: payload }) }, headers),
    };
  };

  /** Scans up to where the phone is asked; gives its ticket. */
  async function scan(app: 'wechat' | 'alipay', shown: Shown, owner: PhoneOwner, by = phone()): Promise<string> {
    if (app === 'alipay') return String((await by.openMiniProgram(shown, owner)).data?.['ticket']);
    const chat = await outside.wechatApp.scan(String(shown['url']), owner.wechat);
    return /ticket=([\w-]+)/.exec(JSON.stringify(chat))?.[1] ?? JSON.stringify(chat);
  }

  /** DingTalk's own page: who scans confirms there, and the browser is sent back. */
  function dingtalkPage(shown: Shown, owner: PhoneOwner, agrees = true): string {
    const login = outside.dingtalkApp.startLogin(new URL(String(shown['url'])).searchParams);
    if (login.is !== 'started') throw new Error(`DingTalk refused ${login.parameter}`);
    outside.dingtalkApp.scan(login.qrUrl, owner.dingtalk);
    outside.dingtalkApp.answer(login.qrUrl, agrees);
    const status = outside.dingtalkApp.status(login.pollId);
    return 'redirectUrl' in status ? status.redirectUrl : '';
  }

  async function comeBack(browser: Browser, redirectUrl: string) {
    const { pathname, search } = new URL(redirectUrl);
    const answer = await browser.send({ method: 'GET', url: `${pathname}${search}` });
    const location = new URL(String(answer.headers.location), services.config.publicUrl);
    return { status: answer.statusCode, location, preLoginId: location.searchParams.get('preLoginId') ?? undefined };
  }

  /** The whole of it: what the page polls with from then on. */
  async function confirm(browser: Browser, app: ScanApp, owner: PhoneOwner, by = phone()): Promise<Shown> {
    const shown = await show(browser, app);
    if (app === 'dingtalk') return { ...shown, ...(await comeBack(browser, dingtalkPage(shown, owner))) };
    const ticket = await scan(app, shown, owner, by);
    const payload = app === 'alipay' ? outside.alipayApp.wallet.phoneNumber(owner.alipay) : undefined;
    const answered = await by.answer(ticket, true, payload);
    if (answered.code !== 0) throw new Error(`Not confirmed: ${answered.code}`);
    return shown;
  }

  return { link, requestQr, show, ask, phone, scan, sceneIn, dingtalkPage, comeBack, confirm };
}
