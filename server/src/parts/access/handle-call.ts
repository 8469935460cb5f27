import type { AccessName, Call, CallResponse, RequestOf } from '@foyer/contract/call';
import type { ResultName } from '@foyer/contract/result-codes';
import { tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { RateLimit } from '../../cache/rate-limit.ts';
import { clientIpOf } from '../../http/requests/client-ip.ts';
import { refuse, succeed } from '../../http/answers/envelope.ts';
import { type RequestContext, requestContext } from '../../http/requests/request-context.ts';
import { type Services, inTransaction } from '../../services.ts';
import { type Current, missingContactProof, missingProof } from '../fresh-proof/fresh-proof.ts';

export interface SignedIn extends Current {
  token: string;
}

/** Signed in, with a fresh proof. */
export interface Proven<Unproven = ProofRefusal> extends SignedIn {
  /**
   * Makes a change in a transaction. The proof is checked once more in it, under the lock of the account: since the call
   * began, another request may have ended the session, replaced one of its factors, or added a factor that the change needs.
   */
  change<Result>(
    make: (tx: Services, current: Current, rollback: (result: Result) => never) => Promise<Result>,
  ): Promise<Result | Unproven>;
}

type NotSignedIn = { is: 'notSignedIn' };
type RefusalOf<Missing extends (...args: never[]) => unknown> = NotSignedIn | NonNullable<Awaited<ReturnType<Missing>>>;
type ProofRefusal = RefusalOf<typeof missingProof>;
export type ContactRefusal = RefusalOf<typeof missingContactProof>;

/** What the handler of a call gets, by what the call declares. */
interface Callers {
  anyone: undefined;
  session: SignedIn;
  sessionIfAny: SignedIn | undefined;
  sessionInAnyState: SignedIn;
  sessionInAnyStateIfAny: SignedIn | undefined;
  freshProof: Proven;
  freshProofForFactors: Proven;
  freshProofForSecondFactor: Proven;
  freshProofForContacts: Proven<ContactRefusal>;
  freshProofIfOpen: SignedIn | Proven | undefined;
}
type CallerOf<Declared> = Declared extends AccessName
  ? Callers[Declared]
  : Declared extends { given: infer Given extends AccessName; otherwise: infer Otherwise extends AccessName }
    ? Callers[Given | Otherwise]
    : never;
type CallerArguments<Declared> = Declared extends 'anyone' ? [] : [caller: CallerOf<Declared>];

export type CallHandler<C extends Call> = (
  request: RequestOf<C>,
  context: RequestContext,
  ...caller: CallerArguments<C['access']>
) => Promise<CallResponse<C>>;

interface CallOptions {
  /** The handler counts the call for this limit; a request that does not reach it is counted here. */
  rateLimit?: RateLimit;
}

/**
 * Registers the handler of a call, which gets the caller that the call declares, and is not called for another one. Fields that
 * the schemas of the call do not name are dropped in both directions.
 */
export function handleCall<C extends Call>(
  server: FastifyInstance,
  services: Services,
  call: C,
  handle: CallHandler<C>,
  { rateLimit }: CallOptions = {},
) {
  const contextOptions = { allowTokenHeader: acceptsTokenHeader(call) };
  server.route({
    method: call.method,
    url: call.path,
    config: { countsItself: rateLimit !== undefined },
    async handler(request, reply) {
      const input = (call.method === 'GET' ? request.query : request.body) ?? {};
      const parsed = v.safeParse(call.request, { ...asRecord(input), ...asRecord(request.params) });
      if (!parsed.success || Array.isArray(input) || typeof input !== 'object') {
        const retryAfter = await rateLimit?.(clientIpOf(request).key);
        if (retryAfter !== undefined) return refuse(request, reply, 'tooManyRequests', { data: { retryAfter } });
        return refuse(request, reply, 'malformed');
      }

      const context = requestContext(request, reply, services.config, contextOptions);
      const found = await findCaller[accessOf(call, parsed.output)](services, context);
      const { is, data }: { is: ResultName; data?: unknown } =
        found.is === 'found'
          ? await handle(parsed.output as RequestOf<C>, context, ...([found.caller] as CallerArguments<C['access']>))
          : found;
      if (is === 'done') return succeed(request, reply, v.parse(call.response, withToken(data, context.newToken())));
      const shape = call.refusals[is];
      const refusalData = shape && data !== undefined ? v.parse(shape, withToken(data, context.newToken())) : data;
      return refuse(request, reply, is, { data: refusalData, support: services.config.page.support });
    },
  });
}

function accessOf({ access }: Call, request: unknown): AccessName {
  if (typeof access === 'string') return access;
  return asRecord(request)[access.field] ? access.given : access.otherwise;
}

type Found<Caller> = { is: 'found'; caller: Caller };

const notSignedIn: NotSignedIn = { is: 'notSignedIn' };
const found = <Caller>(caller: Caller): Found<Caller> => ({ is: 'found', caller });

const findCaller: {
  [Name in AccessName]: (
    services: Services,
    context: RequestContext,
  ) => Promise<Found<Callers[Name]> | ProofRefusal | ContactRefusal>;
} = {
  anyone: async () => found(undefined),
  session: async (...request) => orRefused(await findSession(...request)),
  sessionIfAny: async (...request) => found(await findSession(...request)),
  sessionInAnyState: async (...request) => orRefused(await findSession(...request, 'findInAnyState')),
  sessionInAnyStateIfAny: async (...request) => found(await findSession(...request, 'findInAnyState')),
  freshProof: (...request) => requireFreshProof(...request, missingProof),
  freshProofForFactors: (...request) => requireFreshProof(...request, (...args) => missingProof(...args, 'factors')),
  freshProofForSecondFactor: (...request) =>
    requireFreshProof(...request, (...args) => missingProof(...args, 'secondFactorOn')),
  // Locks the row against references to it too.
  freshProofForContacts: (...request) => requireFreshProof(...request, missingContactProof, 'update'),
  async freshProofIfOpen(...request) {
    const proven = await requireFreshProof(...request, missingProof);
    return proven.is === 'notSignedIn' ? found(await findSession(...request, 'findInAnyState')) : proven;
  },
};

async function findSession(
  { stores }: Services,
  context: RequestContext,
  find: 'find' | 'findInAnyState' = 'find',
): Promise<SignedIn | undefined> {
  const { sessionToken: token } = context;
  const current = await stores.sessions[find](token);
  if (!current || token === undefined) return undefined;
  context.setLoggedAccount(current.account.ouid);
  return { ...current, token };
}

const orRefused = (caller: SignedIn | undefined) => (caller ? found(caller) : notSignedIn);

/** Every call that changes what matters declares it, so that a stolen session changes nothing. */
async function requireFreshProof<Refusal extends { is: string }>(
  services: Services,
  context: RequestContext,
  missing: (services: Services, current: Current) => Promise<Refusal | undefined>,
  lock?: 'update',
): Promise<Found<Proven<Refusal | NotSignedIn>> | Refusal | NotSignedIn> {
  const current = await findSession(services, context);
  if (!current) return notSignedIn;
  const refusal = await missing(services, current);
  if (refusal) return refusal;
  return found({
    ...current,
    change: <Result>(make: (tx: Services, current: Current, rollback: (result: Result) => never) => Promise<Result>) =>
      inTransaction<Result | Refusal | NotSignedIn>(services, async (tx, rollback) => {
        await tx.stores.accounts.lockRow(current.account.ouid, lock);
        const locked = await tx.stores.sessions.find(current.token);
        if (!locked) return notSignedIn;
        return (await missing(tx, locked)) ?? make(tx, locked, rollback);
      }),
  });
}

const acceptsTokenHeader = ({ variableHeaders = {} }: Call) => Object.hasOwn(variableHeaders, tokenWayHeader);

/** The schema drops the token if the response of the call has no field for it. */
const withToken = (data: unknown, token: string | undefined) =>
  token === undefined ? data : { ...asRecord(data), token };

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
