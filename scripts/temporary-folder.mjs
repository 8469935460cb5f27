import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is gone after the work, or with this process. */
export async function withTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-test-'));
  const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.on('exit', clear);
  try {
    return await work(folder);
  } finally {
    clear();
    process.off('exit', clear);
  }
}
