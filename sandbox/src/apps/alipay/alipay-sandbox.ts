import { createFault } from '../../fault/fault.ts';
import { type AppSurroundings, type SandboxApp, differsFrom, stateOf, withParams } from '../sandbox-app.ts';
import { alipayAccess, alipayAccount } from './alipay-account.ts';
import { alipayGatewayRoutes } from './alipay-gateway.ts';
import { alipayScanner } from './alipay-scanner.ts';
import { createAlipayWallet } from './alipay-wallet.ts';

export function alipaySandbox({ now, publicUrl, apiBase, callApi }: AppSurroundings) {
  const app = { wallet: createAlipayWallet(now), fault: createFault() };
  const provider = `alipay.openid.${alipayAccount.appId}`;
  const callback = `${publicUrl}${apiBase}/thirdparty/alipay/callback`;
  const registered = { app_id: alipayAccount.appId, scope: 'auth_base' };
  return {
    app,
    fault: app.fault,
    scanner: alipayScanner(app.wallet, callApi),
    access: (apiUrl: string, pagesUrl: string) => alipayAccess(`${apiUrl}/gateway.do`, `${pagesUrl}/`),
    gateway: (scope) => alipayGatewayRoutes(scope, { ...app, now }),
    async pages() {},
    subjectOf: ({ alipay: { openId } }) => ({ provider, subject: openId }),
    ownsProvider: provider,
    qrPath: '/',
    authorizePage: {
      path: '/authorize',
      invalidParameter: differsFrom({ ...registered, redirect_uri: callback }),
      redirectUrl: ({ alipay: person }, query) =>
        withParams(callback, {
          ...registered,
          source: 'alipay_wallet',
          auth_code: app.wallet.authCode(person),
          state: stateOf(query),
        }),
    },
  } satisfies SandboxApp;
}
