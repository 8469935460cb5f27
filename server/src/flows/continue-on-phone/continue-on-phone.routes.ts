import type { CallResponse } from '@foyer/contract/call';
import {
  type HandoffOffer,
  type HandoffResult,
  answerHandoff,
  askHandoff,
  pollHandoff,
  startHandoff,
} from '@foyer/contract/flows/continue-on-phone';
import { handoff as limits } from '@foyer/contract/limits';
import { mask } from '@foyer/contract/rules/account-rules';
import { allowedRedirect } from '@foyer/contract/rules/redirect-rules';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { type SignedIn, handleCall } from '../../parts/access/handle-call.ts';
import { createInteractionViews } from '../../parts/oidc/interaction-view.ts';
import { completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { secondFactorsOf } from '../../parts/sign-in/second-factors.ts';
import { areTwoFactors } from '../../parts/sign-in/two-factors.ts';
import { nameIn } from '../../platform/masking.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type Services, inTransaction } from '../../services.ts';
import type { Quota } from '../../store/limits/quotas.ts';
import type { Handoff } from '../../store/sign-in/handoffs.ts';

type PollResponse = CallResponse<typeof pollHandoff>;

/** What a poll needs while the person has not answered. */
interface Cached {
  browserId: string;
  opened: boolean;
  number?: number;
  until: number;
}
/** In the cache: the person has answered, so read it from the database. */
const answered = 'answered';

/** A person continues on a phone, signs in there, and lets the computer sign in too. */
export function continueOnPhoneRoutes(server: FastifyInstance, services: Services) {
  const { callRateLimit, clock, config, log, pollCache, qrRateLimit, random, stores } = services;
  const views = createInteractionViews(services);

  handleCall(server, services, startHandoff, async ({ redirectUrl, replaces }, context) => {
    const retryAfter = await qrRateLimit(context.clientIp);
    if (retryAfter !== undefined) return { is: 'tooManyRequests', data: { retryAfter } };
    const browserId = context.ensureBrowserId();
    const replaced = replaces === undefined ? undefined : await stores.handoffs.expire(replaces, browserId);
    if (replaced) await cache(replaced);
    const handoffId = random.token();
    const token = random.token();
    const added = await stores.handoffs.add({
      handoffId,
      token,
      browserId,
      device: context.deviceLabel,
      maskedIp: context.maskedIp,
      country: context.country,
      redirectUrl: allowedRedirect(redirectUrl, config.redirectAllowlist),
    });
    await cache(added);
    return { is: 'done', data: { handoffId, token } };
  });

  handleCall(
    server,
    services,
    pollHandoff,
    async ({ handoffId }, context): Promise<PollResponse> => {
      const { browserId, clientIp } = context;
      const record = (response: PollResponse) => recordSignIn(services, context, response, { method: 'phone' });
      if (browserId === undefined) {
        const retryAfter = await callRateLimit(clientIp);
        return retryAfter === undefined
          ? record({ is: 'authorisationExpired' })
          : { is: 'tooManyRequests', data: { retryAfter } };
      }
      const cached = await pollCache.get(sha256(handoffId), browserId, clientIp);
      if (cached.is === 'tooOften') return { is: 'tooManyRequests', data: { retryAfter: cached.retryAfter } };
      const found = await findPolled(handoffId, cached.value);
      if (found?.browserId !== browserId) return record({ is: 'authorisationExpired' });
      if ('until' in found) {
        if (found.until <= clock.now()) return record({ is: 'authorisationExpired' });
        const { opened, number } = found;
        return { is: 'pending', data: { opened, ...(number !== undefined && { number }) } };
      }
      if (found.state !== 'confirmed') return record({ is: 'scanDeclined' });
      return signIn(handoffId, browserId, context);
    },
    // The handler counts the call, in the same Redis request that reads the handoff.
    { rateLimit: callRateLimit },
  );

  handleCall(server, services, askHandoff, async ({ token }, context, current) => {
    const browserId = context.ensureBrowserId();
    const opened = token === undefined ? undefined : await stores.handoffs.open(token, browserId);
    if (opened) await cache(opened);
    const handoff = opened ?? (await stores.handoffs.findOpened(browserId, token));
    if (!handoff) return { is: 'authorisationExpired' };
    if (!current) return { is: 'done', data: null };
    const wait = await coolingOff(services, current.account.ouid);
    if (wait) return wait;
    const asked = await stores.handoffs.ask(handoff, current.session);
    // The sign-in on the phone was an earlier one: its second factor may have been given long ago.
    if (!asked) return { is: 'done', data: null };
    await cache(asked);
    return { is: 'done', data: await offerOf(asked, current, context) };
  });

  handleCall(
    server,
    services,
    answerHandoff,
    async ({ ticket, notMine, ...typed }, context, { account: { ouid }, session }) => {
      const { browserId: phoneBrowserId = '', country } = context;
      // Who says that they did not start it confirms nothing.
      const number = notMine ? undefined : typed.number;
      const answer = { ticket, phoneBrowserId, session: session.id, number, country };
      const given = await inTransaction(services, async (tx) => {
        // The answers of one account come one after the other, so that each finds the refusals before it.
        await tx.stores.accounts.lockRow(ouid);
        const wait = number === undefined ? undefined : await coolingOff(tx, ouid);
        if (wait) return wait;
        const handoff = await tx.stores.handoffs.answer(answer);
        if (!handoff) return { is: 'authorisationExpired' } as const;
        const reason = handoff.state === 'wrongNumber' ? 'wrongNumber' : notMine ? 'notMine' : undefined;
        if (reason) await countRefusal(tx, ouid, { reason, device: handoff.device }, context);
        return { is: 'answered', handoff } as const;
      });
      const result = given.is === 'answered' ? given.handoff.state : given.is;
      log.info({ event: 'handoffAnswer', id: context.requestId, result, account: ouid });
      if (given.is !== 'answered') return given;
      await cache(given.handoff);
      return { is: 'done', data: { result: given.handoff.state as HandoffResult } };
    },
  );

  async function cache(handoff: Handoff, write: 'set' | 'setIfAbsent' = 'set') {
    const until = handoff.expiresAt.getTime();
    await pollCache[write](handoff.idHash, hasAnswer(handoff) ? answered : JSON.stringify(cachedOf(handoff)), until);
  }

  async function findPolled(handoffId: string, cached: string | undefined): Promise<Cached | Handoff | undefined> {
    if (cached !== undefined && cached !== answered) return JSON.parse(cached) as Cached;
    const handoff = await stores.handoffs.find(handoffId);
    if (handoff && cached === undefined) await cache(handoff, 'setIfAbsent');
    return handoff && !hasAnswer(handoff) ? cachedOf(handoff) : handoff;
  }

  async function offerOf(handoff: Handoff, { account }: SignedIn, phone: RequestContext): Promise<HandoffOffer> {
    const { tokenHash, device, maskedIp, country, redirectUrl, createdAt } = handoff;
    const document = await views.document(handoff);
    return {
      ticket: tokenHash,
      site: new URL(config.publicUrl).host,
      device,
      address: maskedIp,
      at: createdAt.getTime(),
      elsewhere: country !== null && phone.country !== undefined && country !== phone.country,
      ...(document && { document }),
      account: nameIn(phone.language, account) ?? mask(account.mobile ?? account.email ?? ''),
      url: resolveRedirect(config, phone, redirectUrl),
    };
  }

  /** Of several concurrent polls, one signs in. */
  async function signIn(handoffId: string, browserId: string, context: RequestContext) {
    let ouid: string | undefined;
    const response = await inTransaction<PollResponse>(services, async (tx) => {
      const used = await tx.stores.handoffs.use(handoffId, browserId);
      if (!used) return { is: 'authorisationExpired' };
      const confirmedBy = await tx.stores.sessions.findById(used.phoneSession);
      if (!confirmedBy) return { is: 'authorisationExpired' };
      ouid = confirmedBy.account.ouid;
      context.setLoggedAccount(ouid);
      await tx.stores.accounts.lockRow(ouid);
      // The session on the phone may have ended, or counts as less, since the person has confirmed.
      const locked = await tx.stores.sessions.findById(used.phoneSession);
      const account = locked && (await tx.stores.accounts.findByOuid(ouid));
      if (!account) return { is: 'authorisationExpired' };
      const { factors, createdAt } = locked.session;
      const secondFactorProven = areTwoFactors(factors);
      const { otherCountry: requireSecondFactor } = used;
      if (requireSecondFactor && !secondFactorProven && (await secondFactorsOf(tx, account, [])).length === 0)
        return { is: 'scanFromOtherCountry' };
      const redirectUrl = resolveRedirect(config, context, used.redirectUrl);
      const proven = {
        account,
        method: 'phone',
        factors,
        secondFactorProven,
        requireSecondFactor,
        proven: { createdAt, provenAt: locked.session.provenAt ?? createdAt },
        redirectUrl,
      } as const;
      return completeSignIn(tx, proven, context);
    });
    return recordSignIn(services, context, response, { method: 'phone', account: ouid });
  }
}

interface Refused {
  reason: 'notMine' | 'wrongNumber';
  /** Of the computer. */
  device: string;
}

const hasAnswer = ({ state }: Handoff) => !['waiting', 'opened', 'asked'].includes(state);

const cachedOf = ({ browserId, state, number, expiresAt }: Handoff): Cached => ({
  browserId,
  opened: state !== 'waiting',
  ...(number !== null && { number }),
  until: expiresAt.getTime(),
});

const refusalQuotas = (ouid: string): Record<Refused['reason'], Quota> => ({
  notMine: { key: sha256('handoffNotMine', ouid), limits: [{ max: 1, window: limits.coolingOff.notMine }] },
  wrongNumber: { key: sha256('handoffWrongNumber', ouid), limits: [limits.coolingOff.wrongNumbers] },
});

/** After a refusal the account confirms none for a while: whoever sends links to its owner may try again at once. */
async function coolingOff({ clock, stores }: Services, ouid: string) {
  const until = await stores.quotas.usedUpUntil(Object.values(refusalQuotas(ouid)));
  if (!until) return undefined;
  return {
    is: 'waitBeforeRetry',
    data: { retryAfter: Math.ceil((until.getTime() - clock.now()) / seconds(1)) },
  } as const;
}

async function countRefusal({ stores }: Services, ouid: string, details: Refused, context: RequestContext) {
  await stores.quotas.consume([refusalQuotas(ouid)[details.reason]]);
  await stores.audit.record({ account: ouid, type: 'handoffRefused', details: { ...details } }, context);
}
