import { currentScope } from './request-scope.ts';
import { spanKinds } from './traces.ts';

/** Runs `work`, which calls another system, as a span of the current request. Outside of a trace it only runs it. */
export function traceCall<Result>(
  name: string,
  attributes: Record<string, string>,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = currentScope()?.span?.child(name, spanKinds.client, attributes);
  if (!span) return work();
  return work().then(
    (result) => {
      span.end();
      return result;
    },
    (error: unknown) => {
      span.end({ failed: true });
      throw error;
    },
  );
}
