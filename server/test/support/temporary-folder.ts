import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder for a test or a test file, which `atEnd` deletes: vitest's `onTestFinished` or `afterAll`. */
export function temporaryFolder(atEnd: (remove: () => void) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
