import { createHmac } from 'node:crypto';
import { seconds } from '@foyer/contract/time';
import type { Adapter, Provider } from 'oidc-provider';
import type { Clock } from '../../platform/clock.ts';
import type { Stores } from '../../store/stores.ts';

/*
 * A refresh token that was used a moment ago can be used again, because two tabs refresh at once or an answer is lost. Each
 * use gives the same successor, so no second family of tokens begins. A later use still ends the family.
 */

/** The successor follows from the token that was used, so it is known again although only hashes are stored. */
export function giveSameSuccessor({ RefreshToken }: Provider, current: () => typeof Provider.ctx, secret: string) {
  const { generateTokenId } = RefreshToken.prototype;
  RefreshToken.prototype.generateTokenId = function successorOf() {
    const used = current()?.oidc.entities.RotatedRefreshToken;
    return used
      ? createHmac('sha256', secret).update(`refresh token after ${used.jti}`).digest('base64url')
      : generateTokenId.call(this);
  };
}

declare module 'oidc-provider' {
  interface RefreshToken {
    /** The library calls it when a token is stored for the first time. */
    generateTokenId(): string;
  }
}

interface RefreshDependencies {
  stores: Pick<Stores, 'oidcClients' | 'oidcRecords'>;
  clock: Clock;
}

/** Lets a consumed token pass while it may be used again. */
export function refreshTokenAdapter(
  records: Adapter,
  model: string,
  { stores: { oidcClients, oidcRecords }, clock }: RefreshDependencies,
): Pick<Adapter, 'find' | 'consume'> {
  async function canRepeat(id: string) {
    const row = await oidcRecords.find(model, id);
    if (!row?.consumedAt) return false;
    const client = await oidcClients.find(String(row.payload['clientId']));
    return client !== undefined && clock.now() < row.consumedAt.getTime() + seconds(client.refreshGrace);
  }

  return {
    async find(id) {
      const token = await records.find(id);
      return token?.consumed && (await canRepeat(id)) ? { ...token, consumed: undefined } : token;
    },
    async consume(id) {
      // First, because a simultaneous use finds the token unconsumed too.
      if (await oidcRecords.consume(model, id)) return;
      if (!(await canRepeat(id))) await records.consume(id);
    },
  };
}
