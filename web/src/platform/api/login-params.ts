import { type Endpoint, endpointOf } from '@foyer/contract/rules/device-rules';
import { fingerprint } from '../browser/fingerprint.ts';
import type { PageContext } from '../page-context.ts';

/** The kind of client that signs in, and its fingerprint. */
export interface LoginParams {
  endpoint: Endpoint;
  env: { fingerprint: string };
}

export const loginParamsOf = async ({ variant }: Pick<PageContext, 'variant'>): Promise<LoginParams> => ({
  endpoint: endpointOf(variant.device),
  env: { fingerprint: await fingerprint() },
});
