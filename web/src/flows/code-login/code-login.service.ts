import type { Principal } from '@foyer/contract/rules/account-rules';
import { commitCode } from '@foyer/contract/flows/code-login';
import { endpointOf } from '@foyer/contract/rules/device-rules';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { type DeliveryOptions, deliverToAccount, deliverByPreServiceId } from '../../parts/send-code/deliver.ts';
import { loginParamsOf } from '../../platform/api/login-params.ts';
import type { PageContext } from '../../platform/page-context.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import type { VerifiedCode } from './code-login.machine.ts';

/** A typed account, or a remembered one. */
export type Recipient = Principal | { preServiceId: string; kind: Principal['kind'] };

export const deliver = ({ api }: PageContext, recipient: Recipient, options: DeliveryOptions) =>
  'preServiceId' in recipient
    ? deliverByPreServiceId(api, 'REGISTER_LOGIN', recipient.preServiceId, options, recipient.kind)
    : deliverToAccount(api, 'REGISTER_LOGIN', recipient, options);

export const verify = ({ api, variant }: PageContext, code: string, serviceId: string, signal: AbortSignal) =>
  api(verifyCode, { credentials: code, serviceId, loginParams: { endpoint: endpointOf(variant.device) } }, { signal });

export async function commit(page: PageContext, verified: VerifiedCode, signal: AbortSignal) {
  const loginParams = await loginParamsOf(page);
  return page.api(commitCode, { ...verified, loginParams, ...redirectParam(page.params) }, { signal });
}
