import type { IdentityAccess } from '../config/provider-access.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '../platform/clock.ts';
import { identityProvider as limits, notification } from '../platform/service-limits.ts';
import { fieldOf, readJsonObject } from './http/read-json.ts';

/** The service that verifies who people are. */
export interface Verifying {
  accountId: string;
  /** Where the person comes back to, already gated. */
  redirectUrl: string;
  showResultPage: boolean;
  clientType: string;
  bizSource: string | undefined;
  /** Where it tells us how it went. */
  notifyUrl: string;
}

const result = v.object({ accountId: v.string(), success: v.boolean(), timestamp: v.number() });

export function createIdentity({ url, secret }: IdentityAccess, clock: Clock) {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');

  return {
    /** Its page for this person; undefined when there is none to be had now. */
    async pageFor({ accountId, clientType, bizSource, notifyUrl, ...context }: Verifying): Promise<string | undefined> {
      const body = JSON.stringify({ contextInfo: context, dataCollect: { clientType, bizSource }, notifyUrl });
      try {
        const path = `/v2/identity/auth/web/${encodeURIComponent(accountId)}/indivIdentityUrl`;
        const response = await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-identity-signature': sign(body) },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(limits.timeout),
        });
        const page = fieldOf((await readJsonObject(response))['data'], 'url');
        return typeof page === 'string' && /^https?:/.test(page) && URL.canParse(page) ? page : undefined;
      } catch {
        return undefined;
      }
    },

    /** Who was verified, by a notice that it has signed lately; undefined for any other. */
    readResult(body: string, signature: string): string | undefined {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(body))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), result), body);
      if (!read.success || !read.output.success) return undefined;
      const age = Math.abs(clock.now() - read.output.timestamp);
      return age <= notification.maxClockDifference ? read.output.accountId : undefined;
    },
  };
}

export type Identity = ReturnType<typeof createIdentity>;
