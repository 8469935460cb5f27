import { ConfigProblems } from './config.ts';
import { runContent } from './content-desk.ts';
import { UnfitContent } from './parts/content/content-shape.ts';
import { FolderInUse } from './platform/folder-lock.ts';

try {
  console.log(await runContent(process.argv.slice(2), process.env));
} catch (error) {
  const told = [ConfigProblems, FolderInUse, UnfitContent].some((kind) => error instanceof kind);
  console.error(told && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
