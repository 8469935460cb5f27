import type { AuditType } from '@foyer/contract/flows/account';
import { InvalidArgumentError } from 'commander';
import type { Config } from '../config/config.ts';
import type { openDatabase } from '../create-services.ts';
import type { Database, Sql } from '../database/database.ts';
import type { MigrationMode } from '../database/migrations.ts';
import { readConfig } from '../config/read-config.ts';
import type { Parse } from '../config/setting-values.ts';
import { type Clock, createClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { random } from '../platform/random.ts';
import { type AuditEvent, auditStore, operatorContext } from '../store/audit.ts';
import { ensureSecret } from '../store/secrets.ts';
import { type Stores, createStores } from '../store/stores.ts';

/** Where a command runs: the settings of an installation, and what opens its database. */
interface Installation {
  env: Record<string, string | undefined>;
  open: typeof openDatabase;
}

export interface CommandContext extends Installation {
  /** The folder that relative paths in arguments start from. */
  cwd: string;
  /** Prints the result: the text, or the data as JSON if `--json` was given. */
  print(text: string, data: unknown): void;
  /** Prints a problem with a part of the input, after which the command goes on; as JSON if `--json` was given. */
  printProblem(text: string, data: unknown): void;
  /** Writes a piece of a long result, and waits until it can be followed by the next one. */
  write(text: string): Promise<void>;
  stdin: AsyncIterable<Uint8Array>;
  /** Who runs the command, by all names that are known. */
  operators(): readonly string[];
  /** The same as one text, for the audit trail. */
  by(): string;
}

/** The command cannot be carried out; the message is the reason. */
export class CommandError extends Error {}

/** Runs `work` with the database of this installation, and closes it. */
export async function withDatabase<Result>(
  { env, open }: Installation,
  work: (database: Database, config: Config) => Promise<Result>,
  mode?: MigrationMode,
): Promise<Result> {
  const config = readConfig(env);
  const database = await open(config, createLog('silent', { write() {} }).log, mode);
  try {
    return await work(database, config);
  } finally {
    await database.close();
  }
}

export interface StoreEnvironment {
  config: Config;
  clock: Clock;
  sql: Sql;
}

/** Runs `work` with the stores of this installation, in one transaction. */
export function withStores<Result>(
  installation: Installation,
  work: (stores: Stores, environment: StoreEnvironment) => Promise<Result>,
): Promise<Result> {
  return withDatabase(installation, async ({ sql, time }, config) => {
    const clock = await createClock(time);
    const codes = await ensureSecret(sql, 'codes', random.token());
    return sql.transaction((tx) =>
      work(createStores(tx, { config, clock, random, secrets: { hashing: codes } }), { config, clock, sql: tx }),
    );
  });
}

interface OperatorAct {
  /** As it is typed, without what is personal or secret. */
  command: string;
  /** Who ran it. */
  by: string;
  account?: string | undefined;
  /** What the person reads in their activity. */
  type?: AuditType;
  details?: AuditEvent['details'];
}

/** Records what an operator did, in the transaction that does it. */
export const recordAct = (sql: Sql, clock: Clock, act: OperatorAct) =>
  recordActIn({ audit: auditStore(sql, clock) }, act);

export const recordActIn = (
  { audit }: Pick<Stores, 'audit'>,
  { command, by, account, type = 'operatorCommand', details }: OperatorAct,
) => audit.record({ account, type, details: { command, by, ...details } }, operatorContext);

/** Help text with one example per line. */
export const examples = (...lines: string[]) => `\nExamples:\n${lines.map((line) => `  npx foyer ${line}`).join('\n')}`;

/** Reads an argument or an option by the rules of settings. */
export const argument =
  <Value>(parser: Parse<Value>) =>
  (value: string): Value => {
    try {
      return parser(value);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };
