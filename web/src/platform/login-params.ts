import { type Endpoint, endpointOf } from '@foyer/contract/device-rules';
import { fingerprint } from './fingerprint.ts';
import type { Visit } from './visit.ts';

/** From which kind of place a person signs in, and what their browser looks like. */
export interface LoginParams {
  endpoint: Endpoint;
  env: { fingerprint: string };
}

export const loginParamsOf = async ({ variant }: Pick<Visit, 'variant'>): Promise<LoginParams> => ({
  endpoint: endpointOf(variant.device),
  env: { fingerprint: await fingerprint() },
});
