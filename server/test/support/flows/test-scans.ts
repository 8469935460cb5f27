import type { ScanApp } from '@foyer/contract/pages/page-config';
import type { createBrowser } from '../test-browser.ts';
import type { TestApp } from '../test-app.ts';

type Browser = ReturnType<typeof createBrowser>;
type ShownQr = Record<string, unknown>;

const thirdparties = {
  wechat: 'WECHAT_OFFICIAL_ACCOUNT',
  alipay: 'ALIPAY_MINI',
  dingtalk: 'DING_TALK_EXTERNAL',
  feishu: 'FEISHU',
} as const;
/** The call by which an unlinked person binds a mobile number. */
export const bindMobilePaths = {
  wechat: '/thirdparty/wechatOfficeAccount/login',
  dingtalk: '/login/commit/dingTalkPrincipal',
  alipay: '/login/commit/aliPayPrincipal',
  feishu: '/login/commit/feishuPrincipal',
} as const;
export const appNames = { wechat: 'WeChat', dingtalk: 'DingTalk', alipay: 'Alipay', feishu: 'Feishu' } as const;
const returned = 'dingding/callback';
const polls = { wechat: 'wechatOfficeFocus', alipay: 'alipaymini', dingtalk: returned, feishu: returned } as const;
/** Offers every app. */
export const everyApp = { SCAN_APPS: Object.keys(polls).join() };

let count = 0;

/** A person with an account in every app. */
export function newPhoneOwner(mobile: string, country = '86') {
  count += 1;
  const id = `${process.pid}-${count}`;
  return {
    wechat: { openid: `open-${id}`, unionid: `union-${id}` },
    alipay: { openId: `open-${id}`, mobile, country },
    dingtalk: { unionId: `union-${id}`, openId: `open-${id}`, mobile, stateCode: country },
    feishu: { unionId: `on-${id}`, openId: `ou-${id}`, tenantKey: 'tenant-1', mobile: `+${country}${mobile}` },
  };
}
export type PhoneOwner = ReturnType<typeof newPhoneOwner>;

/** The steps of the page and of a phone that scans, by the apps' own protocols. */
export function scanHelpers(services: TestApp) {
  const { sandbox } = services;

  /** Links the phone owner's identity at each of these apps to an account. */
  async function link(ouid: string, { wechat, alipay, dingtalk, feishu }: PhoneOwner, ...apps: ScanApp[]) {
    const subjects = {
      wechat: { provider: 'wechat.unionid', subject: wechat.unionid },
      alipay: { provider: `alipay.openid.${sandbox.scanApps.alipay.appId}`, subject: alipay.openId },
      dingtalk: { provider: 'dingtalk.unionid', subject: dingtalk.unionId },
      feishu: { provider: 'feishu.unionid', subject: feishu.unionId },
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

  async function show(browser: Browser, app: ScanApp, more?: Record<string, string>): Promise<ShownQr> {
    const { code, data } = await requestQr(browser, app, more);
    if (code !== 0) throw new Error(`No code to scan: ${code}`);
    return data;
  }

  /** The poll of the page. */
  function poll(browser: Browser, app: ScanApp, shown: ShownQr) {
    const { loginId, sceneId, preLoginId } = shown;
    const params =
      polls[app] === returned ? { preLoginId } : { loginId, fingerprint: 'f', ...(app === 'wechat' && { sceneId }) };
    const query = Object.entries(params).map(([name, value]) => [name, String(value)]);
    return browser.get(`/thirdparty/${polls[app]}/result?${new URLSearchParams(query).toString()}`);
  }

  const sceneIn = ({ url }: ShownQr) => {
    const scheme = new URL(new URL(String(url)).searchParams.get('scheme') ?? '');
    return new URLSearchParams(scheme.searchParams.get('query') ?? '').get('s') ?? '';
  };

  /** A phone, with cookies of its own. */
  const phone = (headers = {}) => {
    const browser = services.browser({ userAgent: 'Mozilla/5.0 (iPhone) MicroMessenger/8.0' });
    return {
      openMiniProgram: (shown: ShownQr, owner: PhoneOwner) =>
        browser.post(
          '/thirdparty/alipaymini/scan',
          { s: sceneIn(shown), authCode: sandbox.apps.alipay.app.wallet.authCode(owner.alipay) },
          headers,
        ),
      getOffer: (ticket: string) => browser.get(`/thirdparty/scan/offer?ticket=${ticket}`, headers),
      answer: (ticket: unknown, confirmed: boolean, payload?: string) =>
        browser.post('/thirdparty/scan/answer', { ticket, confirmed, ...(payload && { phone: payload }) }, headers),
    };
  };

  /** Scans until the phone asks for a confirmation, and returns its ticket. */
  async function scan(app: 'wechat' | 'alipay', shown: ShownQr, owner: PhoneOwner, by = phone()): Promise<string> {
    if (app === 'alipay') return String((await by.openMiniProgram(shown, owner)).data?.['ticket']);
    const chat = await sandbox.apps.wechat.app.scan(String(shown['url']), owner.wechat);
    return /ticket=([\w-]+)/.exec(JSON.stringify(chat))?.[1] ?? JSON.stringify(chat);
  }

  /** Scans and confirms on DingTalk's own page, and returns the URL that DingTalk redirects the browser to. */
  function dingtalkPage(shown: ShownQr, owner: PhoneOwner, agrees = true): string {
    const login = sandbox.apps.dingtalk.app.startLogin(new URL(String(shown['url'])).searchParams);
    if (login.is !== 'started') throw new Error(`DingTalk refused ${login.parameter}`);
    sandbox.apps.dingtalk.app.scan(login.qrUrl, owner.dingtalk);
    sandbox.apps.dingtalk.app.answer(login.qrUrl, agrees);
    const status = sandbox.apps.dingtalk.app.status(login.pollId);
    return 'redirectUrl' in status ? status.redirectUrl : '';
  }

  /** Scans and confirms on Feishu's own page, goes on with its temporary code, and returns the URL of our callback. */
  function feishuPage(shown: ShownQr, owner: PhoneOwner): string {
    const { app } = sandbox.apps.feishu;
    const login = app.startLogin(new URL(String(shown['url'])).searchParams);
    if (login.is !== 'started') throw new Error(`Feishu refused ${login.parameter}`);
    app.scan(login.qrUrl, owner.feishu);
    app.answer(login.qrUrl, true);
    const status = app.status(login.pollId);
    const { searchParams } = new URL(('redirectUrl' in status && status.redirectUrl) || '');
    return app.returnUrl(app.confirmedBy(searchParams.get('tmp_code')!)!, searchParams);
  }

  /** Opens the URL that the app redirects to, and returns where our callback redirects. */
  async function openCallback(browser: Browser, redirectUrl: string) {
    const { pathname, search } = new URL(redirectUrl);
    const response = await browser.send({ method: 'GET', url: `${pathname}${search}` });
    const location = new URL(String(response.headers.location), services.config.publicUrl);
    return { status: response.statusCode, location, preLoginId: location.searchParams.get('preLoginId') ?? undefined };
  }

  /** Shows a QR code, scans and confirms it, and returns the handles that the page polls with. */
  async function confirm(browser: Browser, app: ScanApp, owner: PhoneOwner, by = phone()): Promise<ShownQr> {
    const shown = await show(browser, app);
    if (app === 'dingtalk' || app === 'feishu') {
      const url = app === 'dingtalk' ? dingtalkPage(shown, owner) : feishuPage(shown, owner);
      return { ...shown, ...(await openCallback(browser, url)) };
    }
    const ticket = await scan(app, shown, owner, by);
    const payload = app === 'alipay' ? sandbox.apps.alipay.app.wallet.phoneNumber(owner.alipay) : undefined;
    const confirmed = await by.answer(ticket, true, payload);
    if (confirmed.code !== 0) throw new Error(`Not confirmed: ${confirmed.code}`);
    return shown;
  }

  return { link, requestQr, show, poll, phone, scan, sceneIn, dingtalkPage, feishuPage, openCallback, confirm };
}
