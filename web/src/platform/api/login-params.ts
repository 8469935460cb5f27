import { type Endpoint, endpointOf } from '@foyer/contract/rules/device-rules';
import { fingerprint } from '../browser/fingerprint.ts';
import type { PageContext } from '../page-context.ts';

/** From which kind of place a person signs in, and what their browser looks like. */
export interface LoginParams {
  endpoint: Endpoint;
  env: { fingerprint: string };
}

export const loginParamsOf = async ({ variant }: Pick<PageContext, 'variant'>): Promise<LoginParams> => ({
  endpoint: endpointOf(variant.device),
  env: { fingerprint: await fingerprint() },
});
