import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from './service.ts';

/** Prepares one database folder, the slow part of a first start, for every worker to copy. */
export default async function prepareTemplate() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
  process.env.DATA_TEMPLATE = join(folder, 'data');
  const service = await startService(process.env.DATA_TEMPLATE);
  await service.stop();
  return () => rm(folder, { recursive: true, force: true });
}
