import { ConfigProblems } from './config.ts';
import { FolderInUse } from './platform/folder-lock.ts';
import { UnfitConnection, runSso } from './sso-desk.ts';

try {
  console.log(await runSso(process.argv.slice(2), process.env));
} catch (error) {
  const told = [ConfigProblems, FolderInUse, UnfitConnection].some((kind) => error instanceof kind);
  console.error(told && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
