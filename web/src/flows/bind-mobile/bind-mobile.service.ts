import { readMobile } from '@foyer/contract/rules/account-rules';
import { bindMobileTo } from '@foyer/contract/flows/bind-mobile';
import { loginParamsOf } from '../../platform/api/login-params.ts';
import type { PageContext } from '../../platform/page-context.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import type { Outcome } from '../outcome.ts';
import type { Values } from './bind-mobile.machine.ts';

export type UnlinkedScan = Outcome & { is: 'needsMobile' };

/** Calls the endpoint of the app that scanned. */
export async function bind(
  page: PageContext,
  { app, userInfoContextId, loginId }: UnlinkedScan,
  values: Values,
  signal: AbortSignal,
) {
  const mobile = values.mobile && readMobile(values.mobile);
  const request = {
    credentials: values.code,
    serviceId: values.serviceId!,
    ...(mobile && { mobile, principal: mobile }),
    ...(loginId && { loginId }),
    loginParams: await loginParamsOf(page),
    userInfoContextId,
    data: { userInfoContextId },
    agreed: values.agreed,
    ...redirectParam(page.params),
  };
  return page.api(bindMobileTo[app], request, { signal });
}
