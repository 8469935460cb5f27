import { startStepUp as start } from '@foyer/contract/flows/second-factor';
import { unknownMasked } from '@foyer/contract/rules/account-rules';
import type { PageContext } from '../platform/page-context.ts';
import { redirectParam } from '../platform/api/redirect-param.ts';
import type { Step } from './journey.ts';

/** Starts the second factor of the current session. Without it the person signs in again, and is asked after that. */
export async function startStepUp({ api, params }: PageContext): Promise<Step> {
  const reply = await api(start, redirectParam(params));
  if (reply.is !== 'done') return { at: 'form' };
  const { mobile = unknownMasked, ...started } = reply.data;
  return { at: 'secondFactor', mobile, ...started };
}
