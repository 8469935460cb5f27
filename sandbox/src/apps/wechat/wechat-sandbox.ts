import { people } from '../../people.ts';
import { type AppSurroundings, type SandboxApp, differsFrom, stateOf, withParams } from '../sandbox-app.ts';
import { wechatAccess, wechatAccount } from './wechat-account.ts';
import { type Wechat, createWechat } from './wechat-app.ts';
import { wechatGatewayRoutes } from './wechat-gateway.ts';
import { wechatScanner } from './wechat-scanner.ts';

type Access = ReturnType<typeof wechatAccess>;

export function wechatSandbox(surroundings: AppSurroundings): SandboxApp<Wechat, Access> {
  const { publicUrl, apiBase, callApi } = surroundings;
  const followers = people.flatMap(({ appAccounts, linkedApps = [] }) =>
    appAccounts ? [{ person: appAccounts.wechat, follows: linkedApps.includes('wechat') }] : [],
  );
  const app = createWechat({ ...surroundings, people: followers });
  const callback = `${publicUrl}${apiBase}/thirdparty/wechat/callback`;
  const registered = { appid: wechatAccount.appId, response_type: 'code', scope: 'snsapi_base' };
  return {
    app,
    fault: app.fault,
    scanner: wechatScanner(app, callApi),
    access: wechatAccess,
    gateway: (scope) => wechatGatewayRoutes(scope, app),
    async pages() {},
    subjectOf: ({ wechat: { unionid } }) => ({ provider: 'wechat.unionid', subject: unionid }),
    qrPath: '/q/:id',
    authorizePage: {
      path: '/connect/oauth2/authorize',
      invalidParameter: (query) =>
        differsFrom({ ...registered, redirect_uri: callback })(query) ??
        // WeChat accepts up to 128 letters and digits.
        (/^[a-zA-Z0-9]{1,128}$/.test(stateOf(query)) ? undefined : 'state'),
      redirectUrl: ({ wechat: person }, query) =>
        withParams(callback, { code: app.oauthCodes.issue(person), state: stateOf(query) }),
    },
    reset: app.followers.reset,
  };
}
