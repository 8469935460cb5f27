import { people } from '../../people.ts';
import type { AppAccounts, AppSurroundings, SandboxApp } from '../sandbox-app.ts';
import { dingtalkAccess } from './dingtalk-account.ts';
import { consentScanner } from '../framed/consent-scanner.ts';
import { createDingtalk } from './dingtalk-app.ts';
import { dingtalkGatewayRoutes } from './dingtalk-gateway.ts';
import { dingtalkRoutes } from './dingtalk.routes.ts';

export function dingtalkSandbox(surroundings: AppSurroundings) {
  const app = createDingtalk(surroundings);
  const anyone = people.find(({ appAccounts }) => appAccounts)!.appAccounts!;
  /** Plays a whole scan: the result is the same as from a phone. */
  const resultOf = (query: URLSearchParams, { dingtalk: person }: AppAccounts, confirm: boolean) => {
    const login = app.startLogin(query);
    if (login.is === 'refused') return '';
    app.scan(login.qrUrl, person);
    app.answer(login.qrUrl, confirm);
    const status = app.status(login.pollId);
    return ('redirectUrl' in status && status.redirectUrl) || '';
  };
  return {
    app,
    fault: app.fault,
    scanner: consentScanner('dingtalk', app, ({ dingtalk }) => dingtalk),
    access: dingtalkAccess,
    gateway: (scope) => dingtalkGatewayRoutes(scope, app),
    subjectOf: ({ dingtalk: { unionId } }) => ({ provider: 'dingtalk.unionid', subject: unionId }),
    qrPath: '/q/:id',
    pages: (scope) => dingtalkRoutes(scope, { dingtalk: app }),
    authorizePage: {
      path: '/inside',
      invalidParameter: (query) => {
        const login = app.startLogin(query);
        return login.is === 'refused' ? login.parameter : undefined;
      },
      redirectUrl: (accounts, query) => resultOf(query, accounts, true),
      declinedUrl: (query) => resultOf(query, anyone, false),
    },
  } satisfies SandboxApp;
}
