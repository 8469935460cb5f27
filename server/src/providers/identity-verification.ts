import type { IdentityAccess } from '../config/provider-access.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '../platform/clock.ts';
import { identityProvider as limits, notification } from '../platform/service-limits.ts';
import { fieldOf, readJsonObject } from './http/read-json.ts';

export interface VerificationRequest {
  accountId: string;
  /** Already checked against the redirect allowlist. */
  redirectUrl: string;
  showResultPage: boolean;
  clientType: string;
  bizSource: string | undefined;
  /** Receives the signed result. */
  notifyUrl: string;
}

const notificationBody = v.object({ accountId: v.string(), success: v.boolean(), timestamp: v.number() });

/** The identity verification service (real names). */
export function createIdentityVerification({ url, secret }: IdentityAccess, clock: Clock) {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');

  return {
    /** The URL of its page for this person; undefined if the service does not give one. */
    async requestPage({
      accountId,
      clientType,
      bizSource,
      notifyUrl,
      ...context
    }: VerificationRequest): Promise<string | undefined> {
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

    /** The verified account, from a signed and recent notification; undefined otherwise. */
    readResult(body: string, signature: string): string | undefined {
      const [actual, expected] = [Buffer.from(signature), Buffer.from(sign(body))];
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), notificationBody), body);
      if (!parsed.success || !parsed.output.success) return undefined;
      const age = Math.abs(clock.now() - parsed.output.timestamp);
      return age <= notification.maxClockDifference ? parsed.output.accountId : undefined;
    },
  };
}

export type IdentityVerification = ReturnType<typeof createIdentityVerification>;
