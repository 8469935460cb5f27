import * as v from 'valibot';
import type { Language } from './language.ts';
import { type RefusalName, type ResultName, resultCodes } from './result-codes.ts';
import { numberOrText } from './rules/answer-shapes.ts';
import type { SignInMethod } from './sign-in-methods.ts';

export type Shape = v.GenericSchema;

/**
 * Who may call. Without a session a call of `session` is refused, one of `sessionIfAny` is made all the same; `inAnyState`
 * also takes a session that waits for the agreement or whose account is being closed. A fresh proof is less than ten minutes
 * old, and some changes need another proof beside the first; `freshProofIfOpen` asks for it where the session is open.
 */
export type AccessName =
  | 'anyone'
  | 'session'
  | 'sessionIfAny'
  | 'sessionInAnyState'
  | 'sessionInAnyStateIfAny'
  | 'freshProof'
  | 'freshProofForFactors'
  | 'freshProofForSecondFactor'
  | 'freshProofForContacts'
  | 'freshProofIfOpen';
/** Depends on whether a field of the request is given, and is not false. */
export type AccessByField = { field: string; given: AccessName; otherwise: AccessName };
export type Access = AccessName | AccessByField;

/** The names that a declaration may come to. */
export const accessNames = (access: Access): readonly AccessName[] =>
  typeof access === 'string' ? [access] : [access.given, access.otherwise];

/** One call of the API. Page, service, tests and the OpenAPI description all use this definition. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** Relative to the API base, with `:name` for path parameters. */
  path: string;
  /** One line for the API description. */
  purpose: string;
  /** The handler of the service checks it, and hands the session over. */
  access: Access;
  request: Shape;
  /** The complete answer of our own service, which is checked before it is sent. */
  response: Shape;
  /** What the page reads of an answer, where that is less than `response`. Another back end may send just this. */
  reads?: Shape;
  /** The page works without this call. A back end that does not have it responds with HTTP 404; see `isMissing`. */
  mayBeMissing?: true;
  /** The refusals that a caller handles. Every other code arrives as `refused`. */
  refusals: { [Name in RefusalName]?: Shape };
  /** Headers that are sent with every request of this call. */
  headers?: Record<string, string>;
  /** Headers whose value differs between requests; the caller passes them. */
  variableHeaders?: Record<string, VariableHeader>;
  /** Headers of a successful answer, with their descriptions. */
  responseHeaders?: Record<string, string>;
  /** The analytics event that the page sends for this call. */
  trackedAs?: TrackedAs;
}

type TrackedAs =
  | { signIn: SignInMethod }
  | { codeTo: 'mobile' | 'email' }
  | { ssoStep: 'domain' | 'return' | 'bind' | 'realName' };

interface VariableHeader {
  description: string;
  required: boolean;
}

/** Rejects properties that `Call` does not have, which `extends` alone would allow. */
export const defineCall = <const C extends Call>(call: C & Record<Exclude<keyof C, keyof Call>, never>): C => call;

export type RequestInputOf<C extends Call> = v.InferInput<C['request']>;
export type RequestOf<C extends Call> = v.InferOutput<C['request']>;
/** The data that the page reads. */
export type DataOf<C extends Call> = v.InferOutput<C extends { reads: infer R extends Shape } ? R : C['response']>;

type RefusalsOf<C extends Call> = {
  [Name in keyof C['refusals'] & RefusalName]: C['refusals'][Name] extends Shape
    ? { is: Name; data: v.InferOutput<C['refusals'][Name]>; message?: Message }
    : never;
}[keyof C['refusals'] & RefusalName];

export type Done<C extends Call> = { is: 'done'; data: DataOf<C> };
/** A refusal that the caller does not handle: only its message can be shown. */
export type Refused = { is: 'refused'; code: number; message?: Message };

/** What the service says about a refusal. The page keeps what it is about, to say it in another language. */
export type Message = string | Sentence;
export interface Sentence {
  text: string;
  language: Language;
  /** Undefined for a code that the contract does not have. */
  name: RefusalName | undefined;
  data?: unknown;
}

/** What a caller gets: a response of the service, or `noResponse` when the network failed. */
export type CallResult<C extends Call> = Done<C> | RefusalsOf<C> | Refused | { is: 'noResponse' };

/** What a handler may return: success, one of the call's refusals, or one that every call shares. */
export type CallResponse<C extends Call> =
  | { is: 'done'; data: v.InferOutput<C['response']> }
  | HandlerRefusal<RefusalsOf<C>>
  | { is: Exclude<SharedRefusal, keyof C['refusals']>; data?: RetryData };

/** A refusal as a handler returns it: the message is added later, and `data` is omitted where the schema has none. */
type HandlerRefusal<Refusal> = Refusal extends { is: infer Name; data: infer Data }
  ? unknown extends Data
    ? { is: Name; data?: undefined }
    : { is: Name; data: Data }
  : never;
type SharedRefusal =
  | 'malformed'
  | 'notSignedIn'
  | 'forbidden'
  | 'notFound'
  | 'tooManyRequests'
  | 'internalError'
  | 'providerError'
  | 'busy';
type RetryData = { retryAfter?: number; wrongCodes?: boolean };

export const envelope = v.object({
  code: numberOrText,
  message: v.optional(v.nullable(v.string())),
  data: v.optional(v.unknown()),
});
export type Envelope = v.InferOutput<typeof envelope>;

/**
 * Parses an envelope as a result of this call. Reading is tolerant: a field that is absent, null or empty is the same,
 * and unknown fields are dropped. A response that does not match the schema counts as `noResponse`. One that matches and
 * cannot be followed is refused; its message is dropped, because it reports a success.
 */
export function readEnvelope<C extends Call>(call: C, body: unknown): CallResult<C> {
  const read = v.safeParse(envelope, body);
  if (!read.success) return { is: 'noResponse' };
  const { code, message, data } = read.output;
  const withMessage = message ? { message } : {};

  const name = resultNameOf(code);
  const shape = name === 'done' ? (call.reads ?? call.response) : name && call.refusals[name];
  if (!shape) return { is: 'refused', code, ...withMessage };

  const parsed = parseData(shape, data);
  if (!parsed.success) {
    if (name !== 'done') return { is: 'refused', code, ...withMessage };
    return cannotBeFollowed(parsed) ? { is: 'refused', code } : { is: 'noResponse' };
  }
  return { is: name, data: parsed.output, ...(name === 'done' ? {} : withMessage) } as CallResult<C>;
}

function parseData(shape: Shape, data: unknown) {
  if (shape.type === 'null') return v.safeParse(shape, null);
  const parsed = v.safeParse(shape, withoutEmptyFields(data));
  // A text that is required may be empty.
  return parsed.success || cannotBeFollowed(parsed) ? parsed : v.safeParse(shape, data);
}

/** The data has the right types and fails a further check. */
const cannotBeFollowed = ({ issues }: v.SafeParseResult<Shape>) => issues?.[0].kind === 'validation';

function withoutEmptyFields(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutEmptyFields);
  if (typeof data !== 'object' || data === null) return data;
  const fields = Object.entries(data).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(fields.map(([name, value]) => [name, withoutEmptyFields(value)]));
}

/** Whether the back end does not have a call that `mayBeMissing`. */
export const isMissing = (result: { is: string; code?: number }) =>
  result.is === 'refused' && result.code === resultCodes.notFound;

export function resultNameOf(code: number) {
  for (const [name, number] of Object.entries(resultCodes)) if (number === code) return name as ResultName;
  return undefined;
}
