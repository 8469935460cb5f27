import { PGlite, type QueryOptions, protocol } from '@electric-sql/pglite';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;
type Options = Parameters<PGlite['execProtocolStream']>[1];

interface Statement {
  name: string;
  /** The answers to the questions about its values, once they were asked. */
  description?: Messages;
}

/** The first byte of each message to the database that belongs to a statement. */
const kinds = { parse: 0x50, describe: 0x44, bind: 0x42, execute: 0x45, sync: 0x53 };
const describesStatement = 0x53;
/** Kind, length, and the empty names of the portal and of the statement. */
const bindHeader = 7;
/** More texts than the service has: one that lists its values differs with their number. */
const maxStatements = 1000;

const { serialize } = protocol;

/**
 * The embedded database reads and plans a statement anew each time it runs, and each of the six messages of a statement is a
 * call of its own: together that takes several times as long as to run it. This client names every statement with values, so
 * that it is planned once, and sends the last four messages at once.
 */
export class EmbeddedClient extends PGlite {
  readonly #statements = new Map<string, Statement>();
  #current: Statement | undefined;
  /** Messages of the current statement that have not been sent. */
  #waiting: Uint8Array[] = [];
  #isSynced = false;

  /** Drizzle passes these parsers with every query, and merging them each time costs as much as the query itself. */
  override query<Row>(query: string, params?: unknown[], { parsers: _, ...options }: QueryOptions = {}) {
    return super.query<Row>(query, params, options);
  }

  /** One statement runs after the other: a message belongs to the statement of the last parse message. */
  override async execProtocolStream(message: Uint8Array, options?: Options): Promise<Messages> {
    const [kind] = message;
    if (kind === kinds.parse) {
      this.#waiting = [];
      this.#isSynced = false;
      return this.#parse(message, options);
    }
    if (kind === kinds.sync && this.#isSynced) {
      this.#isSynced = false;
      return [];
    }
    const statement = this.#current;
    if (statement && kind === kinds.describe && message[5] === describesStatement)
      return (statement.description ??= await super.execProtocolStream(
        serialize.describe({ type: 'S', name: statement.name }),
        options,
      ));
    if (statement && (kind === kinds.bind || kind === kinds.describe)) {
      this.#waiting.push(kind === kinds.bind ? withName(message, statement.name) : message);
      return [];
    }
    if (statement && kind === kinds.execute) {
      this.#isSynced = true;
      return super.execProtocolStream(Buffer.concat([...this.#waiting, message, serialize.sync()]), options);
    }
    return super.execProtocolStream(message, options);
  }

  async #parse(message: Uint8Array, options?: Options) {
    const text = Buffer.from(message).toString('utf8', 6, message.indexOf(0, 6));
    this.#current = this.#statements.get(text);
    if (this.#current) return [];
    if (!text.includes('$1') || this.#statements.size >= maxStatements)
      return super.execProtocolStream(message, options);
    const name = `foyer_${this.#statements.size}`;
    const messages = await super.execProtocolStream(serialize.parse({ name, text }), options);
    this.#current = { name };
    this.#statements.set(text, this.#current);
    return messages;
  }
}

/** A bind message for the statement with this name. */
function withName(message: Uint8Array, name: string) {
  const named = Buffer.concat([
    message.subarray(0, bindHeader - 1),
    Buffer.from(name),
    message.subarray(bindHeader - 1),
  ]);
  named.writeInt32BE(named.length - 1, 1);
  return named;
}
