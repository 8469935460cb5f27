import * as v from 'valibot';
import { type RefusalName, type ResultName, resultCodes } from './result-codes.ts';
import type { SignInMethod } from './sign-in-methods.ts';

export type Shape = v.GenericSchema;

/** One call of the wire: both ends, the tests and the API description are made from it. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** Below the API's base, with `:name` for the parts that come from the request. */
  path: string;
  /** What it is for, in one line of the API description. */
  purpose: string;
  request: Shape;
  response: Shape;
  /** The refusals a caller is expected to act on. Every other code arrives as `refused`. */
  refusals: { [Name in RefusalName]?: Shape };
  /** Headers the caller always sends with it. */
  headers?: Record<string, string>;
  /** Headers whose value is another each time; the caller gives them with the call. */
  variableHeaders?: Record<string, VariableHeader>;
  /** As which event the page counts it. */
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

export const defineCall = <const C extends Call>(call: C) => call;

export type RequestInputOf<C extends Call> = v.InferInput<C['request']>;
export type RequestOf<C extends Call> = v.InferOutput<C['request']>;
export type DataOf<C extends Call> = v.InferOutput<C['response']>;

type RefusalsOf<C extends Call> = {
  [Name in keyof C['refusals'] & RefusalName]: C['refusals'][Name] extends Shape
    ? { is: Name; data: v.InferOutput<C['refusals'][Name]>; message?: string }
    : never;
}[keyof C['refusals'] & RefusalName];

export type Done<C extends Call> = { is: 'done'; data: DataOf<C> };
/** A refusal that the caller has no rule for; its message is all there is to show. */
export type Refused = { is: 'refused'; code: number; message?: string };

/** What a caller gets back: an answer, or the silence of a network that failed. */
export type CallResult<C extends Call> = Done<C> | RefusalsOf<C> | Refused | { is: 'noAnswer' };

/** What a route may answer: done, one of the call's refusals, or one that every call shares. */
export type CallResponse<C extends Call> =
  | Done<C>
  | HandlerRefusal<RefusalsOf<C>>
  | { is: Exclude<SharedRefusal, keyof C['refusals']>; data?: RetryData };

/** A refusal as a route gives it: its words are added on the way out, and one that tells nothing more needs no data. */
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
type RetryData = { retryAfter?: number };

export const envelope = v.object({
  code: v.number(),
  message: v.optional(v.nullable(v.string())),
  data: v.optional(v.unknown()),
});
export type Envelope = v.InferOutput<typeof envelope>;

/** Reads an envelope as an answer of this call. What does not fit its shape is no answer at all. */
export function readEnvelope<C extends Call>(call: C, wire: unknown): CallResult<C> {
  const read = v.safeParse(envelope, wire);
  if (!read.success) return { is: 'noAnswer' };
  const { code, message, data } = read.output;
  const words = message ? { message } : {};

  const name = resultNameOf(code);
  const shape = name === 'done' ? call.response : name && call.refusals[name];
  if (!shape) return { is: 'refused', code, ...words };

  const fitting = v.safeParse(shape, data);
  if (!fitting.success) return name === 'done' ? { is: 'noAnswer' } : { is: 'refused', code, ...words };
  return { is: name, data: fitting.output, ...(name === 'done' ? {} : words) } as CallResult<C>;
}

export function resultNameOf(code: number) {
  for (const [name, number] of Object.entries(resultCodes)) if (number === code) return name as ResultName;
  return undefined;
}
