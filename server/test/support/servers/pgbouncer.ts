import { chmodSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { findProgram } from '../../../../scripts/support/chromium.mjs';
import { startPgBouncer } from '../../../../scripts/support/temporary-servers.mjs';
import { temporaryFolder } from '../temporary-folder.ts';

/** Undefined where it is not installed. */
export const pgbouncer = findProgram('pgbouncer');

/** The URL of a database behind a PgBouncer that ends with the test. */
export async function behindPgBouncer(databaseUrl: string): Promise<string> {
  const folder = temporaryFolder(onTestFinished);
  // PgBouncer runs as another user than root.
  chmodSync(folder, 0o755);
  const { url, stop } = await startPgBouncer(String(pgbouncer), folder, databaseUrl);
  onTestFinished(async () => void (await stop()));
  return url;
}
