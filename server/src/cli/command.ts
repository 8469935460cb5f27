import type { Config } from '../config/config.ts';
import { openDatabase } from '../create-services.ts';
import type { Database } from '../database/database.ts';
import { createLog } from '../platform/log.ts';

export interface CommandContext {
  env: Record<string, string | undefined>;
  /** The folder that relative paths in arguments start from. */
  cwd: string;
  /** Prints the result: the text, or the data as JSON if `--json` was given. */
  print(text: string, data: unknown): void;
}

/** The command cannot be carried out; the message is the reason. */
export class CommandError extends Error {}

/** Runs `work` with the database of this installation, and closes it. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config, createLog('silent').log);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Help text with one example per line. */
export const examples = (...lines: string[]) => `\nExamples:\n${lines.map((line) => `  npx foyer ${line}`).join('\n')}`;
