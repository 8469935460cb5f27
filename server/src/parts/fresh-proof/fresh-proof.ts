import type { ProofWay } from '@foyer/contract/flows/account';
import { freshProof } from '@foyer/contract/limits';
import { scanApps } from '@foyer/contract/pages/page-config';
import { mask } from '@foyer/contract/rules/account-rules';
import { secondFactors } from '@foyer/contract/second-factors';
import { days } from '@foyer/contract/time';
import { type Services, inTransaction } from '../../services.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Quota } from '../../store/limits/quotas.ts';
import { stopRecovery } from '../recovery/recovery.ts';
import { countedFactors, linkedFactor, nameOf, setBySupport } from '../sign-in/counted-factors.ts';
import { raisingFactors } from '../sign-in/new-factors.ts';
import { secondFactorsOf } from '../sign-in/second-factors.ts';
import { areTwoFactors } from '../sign-in/two-factors.ts';
import { linkedWaysIn } from '../sign-in/ways-in.ts';
import { inSession } from '../../store/audit.ts';
import type { Stores } from '../../store/stores.ts';

export type Current = NonNullable<Awaited<ReturnType<Stores['sessions']['find']>>>;

interface FreshProofData {
  ways: ProofWay[];
  preServiceId: string;
  mobile?: string;
  email?: string;
}

type NeedsFreshProof = { is: 'needsFreshProof'; data: FreshProofData };

/**
 * What is changed. The factors of an account that has a second one need that one in the session, and its mobile number and
 * e-mail address need a second proof wherever the account can give one: what one factor alone could change, its thief could.
 * The second factor is switched on, by itself or with an authenticator app, by who passes it: so the app of a person who has
 * just added it counts at the next sign-in, and no one is asked there for a number that they have lost. Where no second factor can
 * be proven, it needs what a contact needs: a thief of one factor would keep the owner out by it. So does a change of factors
 * where the second factor is on: a thief of the number would pass with both codes, and switch it off.
 */
type Change = 'factors' | 'secondFactorOn' | 'contacts';

/** What the person is asked for, unless they have proven less than ten minutes ago who they are. */
export async function missingProof(
  services: Services,
  current: Current,
  change?: Change,
): Promise<NeedsFreshProof | undefined> {
  const { account, session } = current;
  const provenAt = session.provenAt ?? session.createdAt;
  const isFresh = services.clock.now() - provenAt.getTime() < freshProof.lifetime;
  const furtherWays = change && (await furtherWaysToProve(services, current, change));
  if (isFresh && !furtherWays) return undefined;
  return {
    is: 'needsFreshProof',
    data: {
      ways: furtherWays ?? (await waysToProve(services, account)),
      preServiceId: session.id,
      ...(account.mobile && { mobile: mask(account.mobile) }),
      ...(account.email && { email: mask(account.email) }),
    },
  };
}

/** How the account can prove again, the best way first. One factor of its own is enough. */
async function waysToProve(services: Services, account: Account): Promise<ProofWay[]> {
  const { config, messenger, stores } = services;
  const factors = await secondFactorsOf(services, account, []);
  const ways: Partial<Record<ProofWay, boolean>> = {
    passkey: config.passkeys !== undefined && (await stores.passkeys.hasAny(account.ouid)),
    password: account.passwordHash !== null,
    totp: factors.includes('totp'),
    sms: factors.includes('sms'),
    email: account.email !== null && messenger.mail !== undefined,
    backupCode: factors.includes('backupCode'),
  };
  return (Object.keys(ways) as ProofWay[]).filter((way) => ways[way]);
}

/**
 * The ways that add the proof which this change needs and the session lacks; undefined where the account has none to give.
 * Empty where only a new sign-in can give it: with a linked app or company, with an imported password, or with a factor that was
 * new when this session began and counts by now. Also in a session of what support has set, whose thief may have any other proof.
 */
async function furtherWaysToProve(
  services: Services,
  current: Current,
  change: Change,
): Promise<ProofWay[] | undefined> {
  const { account, session } = current;
  if (areTwoFactors(session.factors) || (change === 'contacts' && session.factors.length > 1)) return undefined;
  if (session.factors.includes(setBySupport)) return [];
  const ways = await addingWays(services, current, change, session.createdAt);
  if (ways.length > 0) return ways;
  const now = new Date(services.clock.now());
  if ((await addingWays(services, current, change, now)).length > 0) return [];
  // Nothing is there yet that the new factor could bypass: it says no more than this proof for 72 hours.
  if (change === 'factors' && !account.secondFactor) return undefined;
  if (change !== 'contacts') return furtherWaysToProve(services, current, 'contacts');
  const linked = (await linkedWaysIn(services, account.ouid)).map(linkedFactor);
  const imported = (await services.stores.importedPasswords.has(account.ouid)) ? ['password'] : [];
  return [...linked, ...imported].some((factor) => adds(current, factor, now)) ? [] : undefined;
}

/** The ways that would add the proof to this session if it had begun at this time. */
async function addingWays(services: Services, current: Current, change: Change, at: Date): Promise<ProofWay[]> {
  const { account, session } = current;
  const raising = await raisingFactors(services, account, { ...session, createdAt: at });
  if (change !== 'contacts') {
    const isOn = account.secondFactor || change === 'secondFactorOn';
    return isOn || raising.some((factor) => factor !== 'sms') ? raising : [];
  }
  const further: Partial<Record<ProofWay, boolean>> = {
    password: adds(current, 'password', at),
    email: adds(current, 'mail', at),
  };
  return (await waysToProve(services, account)).filter((way) => further[way] ?? raising.some((one) => one === way));
}

const adds = ({ account, session }: Current, factor: string, at: Date) =>
  countedFactors(account, [...session.factors, factor], at.getTime()).length > session.factors.length;

/** The ways in of which a thief of a contact could replace or remove one, so that the account has no second proof. */
const replaceable: readonly string[] = ['password', ...scanApps, 'sso', 'wecom'];

/**
 * The same for a change of a contact. Where the only other proof of the account was a password, app or company that one factor
 * has replaced or removed, or a contact that support has replaced or a second factor that it has reset, there is no second proof
 * for 72 hours. Nor in a session of a contact that the only other one has set.
 */
export async function missingContactProof(
  services: Services,
  current: Current,
): Promise<NeedsFreshProof | { is: 'contactsTooSoon'; data: { until: string } } | undefined> {
  const missing = await missingProof(services, current, 'contacts');
  const { account, session } = current;
  const { factors } = session;
  if (missing || factors.length > 1 || areTwoFactors(factors)) return missing;
  // A thief of the contact that another one has set must not replace that one.
  const isOwn = (factor: string, by: string[]) => factors.includes(factor) && by.some((source) => source !== factor);
  const replaced = Object.entries(account.newFactors).filter(
    ([factor, { by }]) => replaceable.includes(nameOf(factor)) || by.includes(setBySupport) || isOwn(factor, by),
  );
  const until = replaced
    .map((entry) => entry[1].until)
    .toSorted()
    .at(-1);
  const isTooSoon = until && services.clock.now() < Date.parse(until);
  return isTooSoon ? { is: 'contactsTooSoon', data: { until } } : undefined;
}

/**
 * Counts a proof before it is compared, whatever the client IP. Undefined when the session has ended: after ten wrong
 * proofs it does, since the thief of a session may guess from many addresses. The owner signs in again.
 */
export async function countProof({ stores, log }: Services, { session, account }: Current, context: RequestContext) {
  const quota: Quota = {
    name: 'wrongProofs',
    key: sha256('wrong proofs', session.id),
    limits: [{ max: freshProof.maxWrong, window: days(30) }],
  };
  const counted = await stores.quotas.consume([quota]);
  if (counted.is === 'refused') return undefined;
  return {
    forgetWrongOnes: () => stores.quotas.clear([quota.key]),
    async endAfterTooMany() {
      const [wrong = 0] = await stores.quotas.used([quota.key], days(30));
      if (wrong < freshProof.maxWrong) return;
      const ended = await stores.sessions.end(account.ouid, session.id);
      if (!ended) return;
      await stores.oidcRecords.endOfSession(account.ouid, ended.sid);
      await stores.audit.record(
        { account: account.ouid, type: 'sessionEnded', details: { device: ended.device } },
        context,
      );
      log.warn({ event: 'sessionEnded', id: context.requestId, account: account.ouid, reason: 'wrongProofs' });
    },
  };
}

interface NewProof {
  current: Current;
  /** As it was proven. The session records what it counts as. */
  factor: string;
  /** Uses up what was proven, in the same transaction; false when it was used before or proves nothing for the account now. */
  use?(tx: Services, account: Account): Promise<boolean>;
}

/** Records what the person has just proven, under a new session token. False when the session has ended. */
export async function recordFreshProof(
  services: Services,
  context: RequestContext,
  { current: { account }, factor, use = async () => true }: NewProof,
): Promise<boolean> {
  const token = await inTransaction<string | undefined>(services, async (tx) => {
    // Factors may have been added or replaced since the session was read.
    await tx.stores.accounts.lockRow(account.ouid);
    const current = await tx.stores.sessions.find(context.sessionToken);
    if (current?.account.ouid !== account.ouid || !(await use(tx, current.account))) return undefined;
    const { session } = current;
    const factors = countedFactors(current.account, [...session.factors, factor], session.createdAt.getTime());
    const newToken = await tx.stores.sessions.proveAgain(context.sessionToken ?? '', factors);
    const [named] = countedFactors(current.account, [factor], session.createdAt.getTime());
    const proven = { account: account.ouid, type: 'provenAgain', factor: named! } as const;
    if (newToken) await tx.stores.audit.record(proven, inSession(context, newToken));
    const isSecondFactor = (secondFactors as readonly string[]).includes(nameOf(factor)) && areTwoFactors(factors);
    if (newToken && isSecondFactor) await stopRecovery(tx, current.account, context);
    return newToken;
  });
  if (token === undefined) return false;
  context.setSession(token);
  return true;
}
