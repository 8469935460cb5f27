import type { FastifyInstance } from 'fastify';
import { alipayAccount } from '../alipay/alipay-account.ts';
import type { AlipayWallet } from '../alipay/alipay-wallet.ts';
import { accountPicker } from '../pages/account-picker.ts';
import type { Dingtalk } from '../dingtalk/dingtalk-app.ts';
import { languageOf } from '../pages/language.ts';
import { people } from '../people.ts';
import { wechatAccount } from '../wechat/wechat-account.ts';
import type { Wechat } from '../wechat/wechat-app.ts';

interface Place {
  wallet: AlipayWallet;
  wechat: Wechat;
  dingtalk: Dingtalk;
  publicUrl: string;
  apiBase: string;
  base: string;
}

interface App {
  name: { zh: string; en: string };
  /** What is wrong with what was asked, in the app's own word for it. */
  wrong(asked: URLSearchParams): string | undefined;
  /** Where the owner goes next. */
  back(owner: Owner, asked: URLSearchParams): string;
  /** Where someone goes who was asked and said no; the others ask nobody. */
  refused?(asked: URLSearchParams): string;
}
type Owner = NonNullable<(typeof people)[number]['appAccounts']>;

/** Where a page inside an app asks who is there: in the words of each, to the address registered with it. */
export async function inAppLoginRoutes(
  app: FastifyInstance,
  { wallet, wechat, dingtalk, publicUrl, apiBase, base }: Place,
) {
  const owners = people.filter(({ appAccounts }) => appAccounts);
  const callbackOf = (name: string) => `${publicUrl}${apiBase}/thirdparty/${name}/callback`;
  const differs = (registered: Record<string, string>) => (asked: URLSearchParams) =>
    Object.keys(registered).find((key) => asked.get(key) !== registered[key]);
  const to = (address: string, params: Record<string, string>) =>
    `${address}?${new URLSearchParams(params).toString()}`;

  function route(path: string, { name, wrong, back, refused }: App) {
    app.get(path, async (request, reply) => {
      const asked = new URLSearchParams(request.url.split('?')[1]);
      const why = wrong(asked);
      void reply.header('cache-control', 'no-store');
      if (why) return reply.code(400).type('text/plain').send(`${why} is not what was registered`);
      const as = asked.get('as');
      const owner = owners.find(({ id }) => id === as)?.appAccounts;
      if (owner) return reply.redirect(back(owner, asked), 302);
      if (as === nobody && refused) return reply.redirect(refused(asked), 302);
      const addressOf = (id: string) => `?${new URLSearchParams([...asked, ['as', id]]).toString()}`;
      const { language } = languageOf(request);
      const cancel = refused && { cancel: addressOf(nobody) };
      const page = accountPicker({ company: { name, people: owners }, language, base, addressOf, ...cancel });
      return reply.type('text/html; charset=utf-8').send(page.toString());
    });
  }

  const wechatBack = callbackOf('wechat');
  const forWechat = { appid: wechatAccount.appId, response_type: 'code', scope: 'snsapi_base' };
  route('/wechat/connect/oauth2/authorize', {
    name: { zh: '微信', en: 'WeChat' },
    wrong: (asked) =>
      // It takes letters and digits, 128 at most.
      differs({ ...forWechat, redirect_uri: wechatBack })(asked) ??
      (/^[a-zA-Z0-9]{1,128}$/.test(stateIn(asked)) ? undefined : 'state'),
    back: (owner, asked) => to(wechatBack, { code: wechat.oauthCodes.issue(owner.wechat), state: stateIn(asked) }),
  });

  const alipayBack = callbackOf('alipay');
  const forAlipay = { app_id: alipayAccount.appId, scope: 'auth_base' };
  route('/alipay/authorize', {
    name: { zh: '支付宝', en: 'Alipay' },
    wrong: differs({ ...forAlipay, redirect_uri: alipayBack }),
    back: (owner, asked) =>
      to(alipayBack, {
        ...forAlipay,
        source: 'alipay_wallet',
        auth_code: wallet.authCode(owner.alipay),
        state: stateIn(asked),
      }),
  });

  /** Agreed or not, as the page itself would hear it from a phone. */
  const heard = (asked: URLSearchParams, owner: Owner, agrees: boolean) => {
    const begun = dingtalk.startLogin(asked);
    if (begun.is === 'refused') return '';
    dingtalk.scan(begun.url, owner.dingtalk);
    dingtalk.answer(begun.url, agrees);
    const looked = dingtalk.status(begun.page);
    return 'redirectUrl' in looked ? looked.redirectUrl : '';
  };
  route('/dingtalk/inside', {
    name: { zh: '钉钉', en: 'DingTalk' },
    wrong: (asked) => {
      const begun = dingtalk.startLogin(asked);
      return begun.is === 'refused' ? begun.why : undefined;
    },
    back: (owner, asked) => heard(asked, owner, true),
    refused: (asked) => heard(asked, owners[0]!.appAccounts!, false),
  });
}

const nobody = 'nobody';
const stateIn = (asked: URLSearchParams) => asked.get('state') ?? '';
