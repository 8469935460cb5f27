import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './traces.ts';

/** What the code that serves a request can find out about it without being given it. */
export interface RequestScope {
  requestId: string;
  /** Undefined where the request is not traced. */
  span: Span | undefined;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export const runInScope = <Result>(scope: RequestScope, work: () => Result): Result => scopes.run(scope, work);
/** Undefined outside of a request, as in a sweep. */
export const currentScope = (): RequestScope | undefined => scopes.getStore();
