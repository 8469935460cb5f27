import { readMobile } from '@foyer/contract/rules/account-rules';
import { bindMobileToAlipay, bindMobileToDingtalk, bindMobileToWechat } from '@foyer/contract/flows/bind-mobile';
import { loginParamsOf } from '../../platform/api/login-params.ts';
import type { PageContext } from '../../platform/page-context.ts';
import type { Outcome } from '../outcome.ts';
import type { Typed } from './bind-mobile.machine.ts';

export type Stranger = Outcome & { is: 'needsMobile' };

/** One dialog, three addresses. */
export async function bind(
  visit: PageContext,
  { app, userInfoContextId, loginId }: Stranger,
  typed: Typed,
  signal: AbortSignal,
) {
  const mobile = typed.mobile && readMobile(typed.mobile);
  const redirectUrl = visit.params.redirects[0];
  const ask = {
    credentials: typed.code,
    serviceId: typed.serviceId!,
    ...(mobile && { mobile, principal: mobile }),
    ...(loginId && { loginId }),
    loginParams: await loginParamsOf(visit),
    userInfoContextId,
    data: { userInfoContextId },
    agreed: typed.agreed,
    ...(redirectUrl && { redirectUrl }),
  };
  switch (app) {
    case 'wechat':
      return visit.api(bindMobileToWechat, ask, { signal });
    case 'dingtalk':
      return visit.api(bindMobileToDingtalk, ask, { signal });
    case 'alipay':
      return visit.api(bindMobileToAlipay, ask, { signal });
  }
}
