import type { FastifyInstance } from 'fastify';
import { alipayAccount } from '../alipay/alipay-account.ts';
import type { AlipayWallet } from '../alipay/alipay-wallet.ts';
import type { Dingtalk } from '../dingtalk/dingtalk-app.ts';
import { queryOf } from '../http/request-body.ts';
import { accountPicker } from '../pages/account-picker.ts';
import { languageOf, type LocalizedText } from '../pages/language.ts';
import { sendHtml } from '../pages/send-page.ts';
import { people } from '../people.ts';
import { wechatAccount } from '../wechat/wechat-account.ts';
import type { Wechat } from '../wechat/wechat-app.ts';

interface InAppLoginOptions {
  wallet: AlipayWallet;
  wechat: Wechat;
  dingtalk: Dingtalk;
  publicUrl: string;
  apiBase: string;
  base: string;
}

interface AuthorizePage {
  name: LocalizedText;
  /** The query parameter that differs from the app's registration. */
  invalidParameter(query: URLSearchParams): string | undefined;
  redirectUrl(accounts: AppAccounts, query: URLSearchParams): string;
  /** The redirect after a refusal. Missing for apps that do not ask for consent. */
  declinedUrl?(query: URLSearchParams): string;
}
type AppAccounts = NonNullable<(typeof people)[number]['appAccounts']>;

/** The OAuth authorize pages that an app's built-in browser opens. The real apps know their owner; here one is picked. */
export async function inAppLoginRoutes(
  app: FastifyInstance,
  { wallet, wechat, dingtalk, publicUrl, apiBase, base }: InAppLoginOptions,
) {
  const owners = people.filter(({ appAccounts }) => appAccounts);
  const callbackUrl = (name: string) => `${publicUrl}${apiBase}/thirdparty/${name}/callback`;
  const differsFrom = (registered: Record<string, string>) => (query: URLSearchParams) =>
    Object.keys(registered).find((key) => query.get(key) !== registered[key]);
  const withParams = (url: string, params: Record<string, string>) =>
    `${url}?${new URLSearchParams(params).toString()}`;

  function route(path: string, { name, invalidParameter, redirectUrl, declinedUrl }: AuthorizePage) {
    app.get(path, async (request, reply) => {
      const query = queryOf(request);
      const invalid = invalidParameter(query);
      void reply.header('cache-control', 'no-store');
      if (invalid) return reply.code(400).type('text/plain').send(`${invalid} does not match the app’s registration`);
      const personId = query.get('as');
      const accounts = owners.find(({ id }) => id === personId)?.appAccounts;
      if (accounts) return reply.redirect(redirectUrl(accounts, query), 302);
      if (personId === declined && declinedUrl) return reply.redirect(declinedUrl(query), 302);
      const urlOf = (id: string) => `?${new URLSearchParams([...query, ['as', id]]).toString()}`;
      const { language } = languageOf(request);
      const cancel = declinedUrl && { cancelUrl: urlOf(declined) };
      return sendHtml(reply, accountPicker({ directory: { name, people: owners }, language, base, urlOf, ...cancel }));
    });
  }

  const wechatCallback = callbackUrl('wechat');
  const wechatParams = { appid: wechatAccount.appId, response_type: 'code', scope: 'snsapi_base' };
  route('/wechat/connect/oauth2/authorize', {
    name: { zh: '微信', en: 'WeChat' },
    invalidParameter: (query) =>
      differsFrom({ ...wechatParams, redirect_uri: wechatCallback })(query) ??
      // WeChat accepts up to 128 letters and digits.
      (/^[a-zA-Z0-9]{1,128}$/.test(stateOf(query)) ? undefined : 'state'),
    redirectUrl: ({ wechat: person }, query) =>
      withParams(wechatCallback, { code: wechat.oauthCodes.issue(person), state: stateOf(query) }),
  });

  const alipayCallback = callbackUrl('alipay');
  const alipayParams = { app_id: alipayAccount.appId, scope: 'auth_base' };
  route('/alipay/authorize', {
    name: { zh: '支付宝', en: 'Alipay' },
    invalidParameter: differsFrom({ ...alipayParams, redirect_uri: alipayCallback }),
    redirectUrl: ({ alipay }, query) =>
      withParams(alipayCallback, {
        ...alipayParams,
        source: 'alipay_wallet',
        auth_code: wallet.authCode(alipay),
        state: stateOf(query),
      }),
  });

  /** Plays a whole scan: the result is the same as from a phone. */
  const dingtalkResult = (query: URLSearchParams, { dingtalk: person }: AppAccounts, confirm: boolean) => {
    const login = dingtalk.startLogin(query);
    if (login.is === 'refused') return '';
    dingtalk.scan(login.qrUrl, person);
    dingtalk.answer(login.qrUrl, confirm);
    const status = dingtalk.status(login.pollId);
    return 'redirectUrl' in status ? status.redirectUrl : '';
  };
  route('/dingtalk/inside', {
    name: { zh: '钉钉', en: 'DingTalk' },
    invalidParameter: (query) => {
      const login = dingtalk.startLogin(query);
      return login.is === 'refused' ? login.parameter : undefined;
    },
    redirectUrl: (accounts, query) => dingtalkResult(query, accounts, true),
    declinedUrl: (query) => dingtalkResult(query, owners[0]!.appAccounts!, false),
  });
}

/** The value of `as` when the person declines. */
const declined = 'declined';
const stateOf = (query: URLSearchParams) => query.get('state') ?? '';
