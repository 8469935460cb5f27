import { FolderInUse } from '../database/folder-lock.ts';
import { StartupError } from '../platform/startup-error.ts';
import { UnfitConnection } from './sso-connection.ts';
import { runSso } from './sso.ts';

try {
  console.log(await runSso(process.argv.slice(2), process.env));
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}

/** In words where the reason is known; a fault of ours is shown as it is. */
function reasonOf(error: unknown) {
  if (error instanceof FolderInUse)
    return [
      error.message,
      'The embedded database lets one process in: if that is the service, stop it, give this command again, and start it',
      'again. With PostgreSQL (DATABASE_URL) both work side by side.',
    ].join('\n');
  const told = error instanceof StartupError || error instanceof UnfitConnection;
  return told ? error.message : error;
}
