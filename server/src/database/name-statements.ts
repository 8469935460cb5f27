import { contentHash } from '../platform/sha256.ts';

/** More texts than the service has: one that lists its values differs with their number. */
const maxNames = 1000;
const names = new Map<string, string>();

/**
 * Gives every statement with values a name, the same for the same text, so that PostgreSQL reads and plans it once for each
 * connection: for most of ours that takes longer than to run them.
 */
export const nameStatements = (client: object) => changeStatements(client, withName);

/** Takes the name of every statement away, for a pooler: the connection of the next transaction would not know it. */
export const unnameStatements = (client: object) => changeStatements(client, withoutName);

function changeStatements(client: object, change: (statement: unknown, values: unknown) => unknown) {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new Error('There is no method for statements');
  Reflect.set(client, 'query', (statement: unknown, ...rest: unknown[]): unknown =>
    Reflect.apply(query, client, [change(statement, rest[0]), ...rest]),
  );
}

function withoutName(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !Reflect.get(statement, 'name')) return statement;
  return { ...statement, name: undefined };
}

function withName(statement: unknown, values: unknown): unknown {
  if (!isUnnamed(statement) || !Array.isArray(values) || values.length === 0) return statement;
  const name = names.get(statement.text) ?? newName(statement.text);
  return name === undefined ? statement : { ...statement, name };
}

const isUnnamed = (statement: unknown): statement is { text: string } =>
  typeof statement === 'object' &&
  statement !== null &&
  typeof Reflect.get(statement, 'text') === 'string' &&
  !Reflect.get(statement, 'name') &&
  !('submit' in statement);

function newName(text: string): string | undefined {
  if (names.size >= maxNames) return undefined;
  const name = `foyer_${contentHash(text)}`;
  names.set(text, name);
  return name;
}
