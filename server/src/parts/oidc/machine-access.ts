import { seconds } from '@foyer/contract/time';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Stores } from '../../store/stores.ts';

export interface MachineAccess {
  client: string;
  scopes: readonly string[];
}

interface Dependencies {
  config: Pick<Config, 'publicUrl'>;
  clock: Clock;
  stores: Pick<Stores, 'oidcClients'>;
}

/**
 * What the claims of a verified access token allow at one of our own APIs, to a machine alone: the token of a person is for
 * the application that the person uses. What the operator has taken away since does not count, although the token still lives.
 */
export async function machineAccess(
  { config, clock, stores: { oidcClients } }: Dependencies,
  claims: Record<string, unknown> | undefined,
  audience: string,
): Promise<MachineAccess | undefined> {
  const { iss, aud, exp, sub, client_id: client, scope } = claims ?? {};
  if (iss !== config.publicUrl || aud !== audience || typeof exp !== 'number') return undefined;
  if (exp * seconds(1) <= clock.now() || typeof client !== 'string' || sub !== client) return undefined;
  const registered = await oidcClients.find(client);
  if (!registered?.machine) return undefined;
  const allowed = registered.apiScopes[audience] ?? [];
  return { client, scopes: allowed.filter((one) => String(scope).split(' ').includes(one)) };
}
