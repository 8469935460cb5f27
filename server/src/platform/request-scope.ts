import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './traces.ts';

/** Values of the current request, kept in AsyncLocalStorage, so that they need not be passed as arguments. */
export interface RequestScope {
  requestId: string;
  /** Undefined where the request is not traced. */
  span: Span | undefined;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export const runInScope = <Result>(scope: RequestScope, work: () => Result): Result => scopes.run(scope, work);
/** Undefined outside of a request, as in a sweep. */
export const currentScope = (): RequestScope | undefined => scopes.getStore();
