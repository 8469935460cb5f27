import { currentScope } from '../platform/request-scope.ts';
import { traceCall } from '../platform/trace-call.ts';

/**
 * Traces each statement that `target` runs and that is awaited. A pool passes its statements to a connection with a
 * callback: they are traced at the pool, where the request is known.
 */
export function traceQueries(target: object) {
  const query: unknown = Reflect.get(target, 'query');
  if (typeof query !== 'function') throw new Error('There is no method to trace');
  Reflect.set(target, 'query', (...args: unknown[]) => {
    const run = () => Reflect.apply(query, target, args) as Promise<unknown>;
    if (!currentScope()?.span || typeof args.at(-1) === 'function') return run();
    const { name, ...attributes } = describeStatement(args[0]);
    return traceCall(name, { 'db.system.name': 'postgresql', ...attributes }, run);
  });
}

/** Operation and table, without the values, which may be personal. */
export function describeStatement(statement: unknown) {
  const text = typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text') ?? '');
  const [, operation = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(withoutParts(text)) ?? [];
  const lowerCase = operation.toLowerCase();
  return {
    name: table ? `${lowerCase} ${table}` : lowerCase,
    'db.operation.name': lowerCase,
    ...(table && { 'db.collection.name': table }),
  };
}

/** Without what is in brackets, where a subquery names other tables. */
function withoutParts(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, ' ');
  return shorter === text ? text : withoutParts(shorter);
}
