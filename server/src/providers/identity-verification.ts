import type { IdentityAccess } from '../config/provider-access.ts';
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '../platform/clock.ts';
import { isEqualInConstantTime } from '../platform/constant-time.ts';
import { identityProvider as limits } from './http/safe-fetch.ts';
import { notification } from './http/notification.ts';
import type { Fetch } from './http/upstreams.ts';
import { fieldOf, readJsonObject } from './http/read-json.ts';

export interface VerificationRequest {
  accountId: string;
  /** Already checked against the redirect allowlist. */
  redirectUrl: string;
  showResultPage: boolean;
  clientType: string;
  bizSource: string | undefined;
  /** The name on record. With an ID number to verify, the person can change neither on the page. */
  person?: { name: string; idNumber?: string };
  /** Comes back with the result. */
  contextId?: string;
}

const notificationBody = v.object({
  accountId: v.string(),
  success: v.boolean(),
  timestamp: v.number(),
  contextId: v.nullish(v.string()),
});

/** Our call that receives the signed results, relative to the API base. */
export const identityResultPath = '/v2/identity/auth/result';

/** The identity verification service (real names). `apiUrl` is the URL of our API. */
export function createIdentityVerification(
  { url, secret }: IdentityAccess,
  apiUrl: string,
  clock: Clock,
  request: Fetch = fetch,
) {
  const notifyUrl = `${apiUrl}${identityResultPath}`;
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');

  return {
    /** The URL of its page for this person; undefined if the service does not give one. */
    async requestPage({
      accountId,
      clientType,
      bizSource,
      person,
      ...context
    }: VerificationRequest): Promise<string | undefined> {
      const body = JSON.stringify({
        contextInfo: context,
        dataCollect: { clientType, bizSource },
        notifyUrl,
        ...(person && {
          indivInfo: { name: person.name, certNo: person.idNumber },
          ...(person.idNumber && { configParams: { indivUneditableInfo: ['name', 'certNo'] } }),
        }),
      });
      try {
        const path = `/v2/identity/auth/web/${encodeURIComponent(accountId)}/indivIdentityUrl`;
        const response = await request(`${url}${path}`, {
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
    readResult(body: string, signature: string): { ouid: string; contextId: string | undefined } | undefined {
      if (!isEqualInConstantTime(signature, sign(body))) return undefined;
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), notificationBody), body);
      if (!parsed.success || !parsed.output.success) return undefined;
      const age = Math.abs(clock.now() - parsed.output.timestamp);
      if (age > notification.maxClockDifference) return undefined;
      return { ouid: parsed.output.accountId, contextId: parsed.output.contextId || undefined };
    },
  };
}

export type IdentityVerification = ReturnType<typeof createIdentityVerification>;
