import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appEndpointOf, chatAppOf, deviceOf, devices, endpointOf, webViews } from '../rules/device-rules.ts';
import { languageFor, languages } from '../language.ts';
import { readPageParams } from './page-params.ts';
import { pageAt } from './page-routes.ts';
import { showsResultPage } from '../flows/real-name.ts';
import { anyText, heavyTexts } from '../../test/rules.arbitrary.ts';

const agents = {
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
  wechatPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50',
  wechatDesktop:
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 MicroMessenger/7.0 WindowsWechat',
  wechatMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Safari/537.36 MicroMessenger/6.8.0 MacWechat',
  iPad: 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  androidTablet:
    'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
};

/** User agents of HarmonyOS NEXT. */
const harmony = (kind: string, more = '') =>
  `Mozilla/5.0 (${kind}; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1${more}`;

describe('the device by user agent', () => {
  test.each([
    [agents.desktop, 'pc', 'PC', ''],
    [agents.iPhone, 'mobileWeb', 'H5', ''],
    [agents.android, 'mobileWeb', 'H5', ''],
    [agents.wechatPhone, 'h5', 'H5', ''],
    [agents.wechatDesktop, 'pc', 'PC', ''],
    [agents.wechatMac, 'pc', 'PC', ''],
    [agents.iPad, 'pc', 'PC', ''],
    [agents.androidTablet, 'pc', 'PC', ''],
    [harmony('Phone', ' Mobile'), 'mobileWeb', 'H5', ''],
    [harmony('Phone'), 'mobileWeb', 'H5', ''],
    [harmony('ALN-AL00', ' Mobile'), 'mobileWeb', 'H5', ''],
    [harmony('Tablet'), 'pc', 'PC', ''],
    [harmony('PC'), 'pc', 'PC', ''],
    [harmony('PC', ' Mobile'), 'pc', 'PC', ''],
    [harmony('PC', ' MicroMessenger/8.0.5'), 'pc', 'PC', ''],
    [`${agents.iPhone} yunzhang_APP/3.2`, 'app', 'H5', 'yunzhang_APP'],
    ['', 'pc', 'PC', ''],
    [`${'x'.repeat(512)}iPhone`, 'pc', 'PC', ''],
  ])('%s is %s', (agent, device, endpoint, appEndpoint) => {
    const found = deviceOf(agent, 'yunzhang');
    expect([found, endpointOf(found), appEndpointOf(found, 'yunzhang')]).toEqual([device, endpoint, appEndpoint]);
  });

  test.each([
    [agents.desktop, undefined],
    [agents.iPhone, undefined],
    [agents.wechatPhone, 'wechat'],
    [`${agents.wechatPhone} wxwork/4.1.36`, 'wecom'],
    [`${agents.android} AliApp(DingTalk/7.6.25)`, 'dingtalk'],
    [`${agents.iPhone} AliApp(AP/10.6.90.6000) AlipayClient/10.6.90.6000`, 'alipay'],
    [`${agents.iPad} MicroMessenger/8.0.50`, 'wechat'],
    [`${agents.iPad} wxwork/4.1.36 MicroMessenger/7.0.1`, 'wecom'],
    [`${agents.androidTablet} AliApp(DingTalk/7.6.25)`, 'dingtalk'],
    [`${agents.androidTablet} AliApp(AP/10.6.90.6000) AlipayClient/10.6.90.6000`, 'alipay'],
    [`${harmony('Phone', ' Mobile')} MicroMessenger/8.0.5`, 'wechat'],
    [`${harmony('Tablet')} MicroMessenger/8.0.5`, 'wechat'],
  ])('%s is the web view of %s', (agent, app) => {
    expect(chatAppOf(agent)).toBe(app);
    if (app) expect(deviceOf(agent, 'yunzhang')).toBe('h5');
  });

  test.each([
    ['WeChat', agents.wechatPhone],
    ['WeCom', `${agents.wechatPhone} wxwork/4.1.36`],
    ['DingTalk with its own kernel', `${agents.android} AliApp(DingTalk/7.6.25)`],
    ['Alipay', `${agents.iPhone} AliApp(AP/10.6.90.6000) AlipayClient/10.6.90.6000`],
    ['QQ', `${agents.android} V1_AND_SQ_9.0.50 QQ/9.0.50.16465`],
    ['WeChat on HarmonyOS', `${harmony('Phone', ' Mobile')} MicroMessenger/8.0.5`],
    ['an app on HarmonyOS', harmony('Phone', ' Mobile')],
    ['an app on Android', agents.android.replace(')', '; wv)')],
    ['an app on iOS', agents.iPad],
    ['the app client', `${agents.iPhone} yunzhang_APP/3.2`],
  ])('%s is a web view, in which links open in place', (_, agent) => expect(agent).toMatch(webViews));

  test.each([
    ['a browser on a PC', agents.desktop],
    ['Safari', agents.iPhone],
    ['Chrome on Android', agents.android],
    ['Chrome on a tablet', agents.androidTablet],
    ["HarmonyOS' browser", harmony('Phone', ' Mobile HuaweiBrowser/5.0.4.300')],
    ["QQ's browser", `${agents.android} MQQBrowser/13.8`],
    ['WeChat on a PC', agents.wechatDesktop],
    ['WeChat on a Mac', agents.wechatMac],
  ])('%s opens new tabs', (_, agent) => expect(agent).not.toMatch(webViews));
});

describe('the page by path', () => {
  test.each([
    ['/login/web', 'login'],
    ['/login/web///', 'login'],
    ['/', 'login'],
    ['/x/usercenterFront/ssomiddlepage/y', 'ssoMiddle'],
    ['/usercenterFront/retrieve/web', 'retrieve'],
    ['/LOGIN/WEB', 'notFound'],
    ['/constructor', 'notFound'],
    ['constructor', 'notFound'],
    ['__proto__', 'notFound'],
    ['//', 'login'],
    ['', 'notFound'],
  ])('%j is %s', (pathname, page) => expect(pageAt(pathname)).toBe(page));
});

describe('the query parameters', () => {
  test.each([
    ['?account=a@b.cn', { account: 'a@b.cn', locked: true }],
    ['?principal=%2B86 138-0013-8000', { account: '+86 138-0013-8000', locked: true }],
    ['?localAccount=l@b.cn', { account: 'l@b.cn', locked: false }],
    ['?account=a@b.cn&localAccount=l', { account: 'a@b.cn', locked: true }],
    ['?account=a&localAccount=l', { account: 'a', locked: false }],
    ['?principal=<b>x</b>', { account: '<b>x</b>', locked: false }],
    ['?account=a&ssoLogin', { account: 'a', locked: true }],
    ['?account=&localAccount=l', { account: 'l', locked: false }],
    ['?account=a&account=b', { account: 'a' }],
    ['?ssoLogin', { account: undefined, locked: true, sso: true, appSso: false }],
    ['?ssoLogin=false', { locked: false, sso: false }],
    ['?appSsoLogin=1', { locked: false, sso: true, appSso: true }],
    ['?hideLanguageButton=true', { languageHidden: true }],
    ['?preLoginWay=authCode', { tab: 'authCode' }],
    ['?preLoginWay=__proto__', { tab: 'user' }],
    ['', { account: undefined, tab: undefined, locked: false, redirects: [] }],
    ['?redirectUrl=/b&cusRedirectUrl=/a', { redirects: ['/a', '/b'] }],
    ['?redirectUrl=/a&redirectUrl=//evil.test', { redirects: ['/a'] }],
  ])('%j', (search, params) => expect(readPageParams(search)).toMatchObject(params));
});

describe('the language', () => {
  test.each([
    ['en-US', 'zh-CN', 'en-US'],
    [undefined, 'zh-TW,zh;q=0.9,en;q=0.8', 'zh-CN'],
    [undefined, 'fr-FR,en;q=0.5,zh;q=0.4', 'en-US'],
    [undefined, 'en;q=0.1,zh;q=0.9', 'zh-CN'],
    [undefined, 'en;q=0,zh;q=0.1', 'zh-CN'],
    [undefined, 'fr', 'en-US'],
    [undefined, 'zh;q=0,fr', 'en-US'],
    [undefined, undefined, 'zh-CN'],
    ['xx', 'zh', 'zh-CN'],
  ])('cookie %j and Accept-Language %j: %s', (chosen, accepted, language) => {
    expect(languageFor(chosen, accepted)).toBe(language);
  });
});

test('a redirect URL that names its own result page shows no other one', () => {
  expect(showsResultPage('https://app.foyer.test/relaNameResult?x')).toBe(false);
  expect(showsResultPage('https://app.foyer.test/home')).toBe(true);
});

describe('for any query and any headers', () => {
  const texts = fc.oneof(
    anyText,
    anyText.map((text) => `?account=${text}&redirectUrl=${text}&preLoginWay=${text}`),
  );

  test('the page variant is determined without an error', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const params = readPageParams(text);
        expect(params.account?.length ?? 0).toBeLessThanOrEqual(1000);
        expect([undefined, 'user', 'authCode']).toContain(params.tab);
        expect(pageAt(`/${text}`)).toBeTypeOf('string');
        expect(devices).toContain(deviceOf(text, 'yunzhang'));
        expect(languages).toContain(languageFor(text, text));
      }),
    );
  });

  test.each(heavyTexts)('also with a long text of $name', ({ text }) => {
    expect(pageAt(`/${text}`)).toBe('notFound');
    expect(devices).toContain(deviceOf(`Android${text}`, 'yunzhang'));
    expect(languages).toContain(languageFor(undefined, text));
    expect(readPageParams(`?redirectUrl=${text}`).redirects.every((redirect) => redirect.length <= 4000)).toBe(true);
  });
});
