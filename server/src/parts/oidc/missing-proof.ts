import { seconds } from '@foyer/contract/time';
import type { Account } from '../../store/accounts/accounts.ts';
import { acrValues } from './account-claims.ts';
import type { ClaimedDocument } from './document-claim.ts';
import { countedFactors } from '../sign-in/counted-factors.ts';
import { raisingFactors } from '../sign-in/new-factors.ts';
import type { FactorDependencies } from '../sign-in/second-factors.ts';
import { areTwoFactors } from '../sign-in/two-factors.ts';
import { ownParameters } from './request-parameters.ts';

/** What a session lacks for the request of an application. */
export type MissingProof =
  /** There is no session, or the application wants a new one. */
  | 'signIn'
  /** The session is of another person than the signer of the document. */
  | 'signer'
  /** The session is older than `max_age`. */
  | 'recentSignIn'
  /** A second factor is enough: an authenticator app, a passkey or a code to the mobile number. */
  | 'secondFactor'
  /** The session was opened with a code to the mobile number, the only second factor: it needs another one first. */
  | 'otherFactor'
  /** The account has no second factor, or the application asks for something that does not exist. */
  | 'impossible';

type Params = Readonly<Record<string, unknown>>;

/** The request of an application. */
export interface AskedFor {
  params: Params;
  /** Why the library asked for a sign-in. */
  reasons: readonly string[];
  /** In milliseconds. */
  askedAt: number;
}

export interface CurrentSession {
  session: { createdAt: Date; factors: string[] };
  account: Account;
}

/** The reasons of the library's policy that we add. */
export const proofReasons = { otherSigner: 'other_signer', factors: 'factors', device: 'device' } as const;

/** Reasons that depend on the session alone. With any other one the application wants a new sign-in. */
const reasonsOfSession = ['no_session', 'max_age', 'other_browser', ...Object.values(proofReasons)];

export async function missingProof(
  services: FactorDependencies,
  current: CurrentSession | undefined,
  { params, reasons, askedAt }: AskedFor,
): Promise<MissingProof | undefined> {
  const now = services.clock.now();
  if (!current) return 'signIn';
  if (!isSigner(current.account, params)) return 'signer';
  const signedInAt = current.session.createdAt.getTime();
  if (signedInAt <= askedAt) {
    if (!reasons.every((reason) => reasonsOfSession.includes(reason))) return 'signIn';
    const maxAge = params['max_age'];
    if (maxAge !== undefined && now - signedInAt > seconds(Number(maxAge))) return 'recentSignIn';
  }
  return missingFactor(services, current, params);
}

/** The document of the request. Only a signed request has one. */
export const documentIn = (params: Params): ClaimedDocument | undefined => {
  const stored = params[ownParameters.document];
  return typeof stored === 'string' ? (JSON.parse(stored) as ClaimedDocument) : undefined;
};

/** A document that names no signer is for anyone. */
export function isSigner(account: Pick<Account, 'mobile' | 'email'>, params: Params): boolean {
  const signer = documentIn(params)?.signer;
  return signer === undefined || account[signer.kind] === signer.value;
}

async function missingFactor(
  services: FactorDependencies,
  { session, account }: CurrentSession,
  params: Params,
): Promise<MissingProof | undefined> {
  if (meetsAcr(areTwoFactors(session.factors) ? acrValues.twoFactors : acrValues.oneFactor, params)) return undefined;
  const { values } = requestedAcr(params);
  if (!values.includes(acrValues.twoFactors)) return 'impossible';
  if ((await raisingFactors(services, account, session)).length > 0) return 'secondFactor';
  const canAddSms = account.passwordHash && account.mobile && services.messenger.sms;
  const afterPassword = countedFactors(account, ['password', 'sms'], services.clock.now());
  return canAddSms && areTwoFactors(afterPassword) ? 'otherFactor' : 'impossible';
}

/** Whether a session with this `acr` is enough. Two factors are enough where one would be. */
export function meetsAcr(acr: string | undefined, params: Params): boolean {
  const { values, isEssential } = requestedAcr(params);
  const known: readonly string[] = Object.values(acrValues);
  if (values.length === 0 || (!isEssential && !values.some((value) => known.includes(value)))) return true;
  return acr === acrValues.twoFactors
    ? values.some((value) => known.includes(value))
    : acr !== undefined && values.includes(acr);
}

/** The values that the application accepts. A value that we do not have counts only as an essential claim. */
function requestedAcr(params: Params): { values: readonly string[]; isEssential: boolean } {
  const claim = essentialAcr(params['claims']);
  if (claim) return { values: claim, isEssential: true };
  const values = params['acr_values'];
  return { values: typeof values === 'string' ? values.split(' ').filter(Boolean) : [], isEssential: false };
}

/** `claims` is a parameter of the protocol, which the library has checked to be JSON. */
function essentialAcr(claims: unknown): readonly string[] | undefined {
  if (typeof claims !== 'string') return undefined;
  const { id_token: idToken } = JSON.parse(claims) as { id_token?: { acr?: EssentialClaim | null } | null };
  const { essential, value, values } = idToken?.acr ?? {};
  if (essential !== true || (value === undefined && values === undefined)) return undefined;
  return [value, values]
    .flat()
    .filter((one) => one !== undefined)
    .map(String);
}

interface EssentialClaim {
  essential?: boolean;
  value?: string;
  values?: unknown;
}
