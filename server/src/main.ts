import { ConfigProblems } from './config.ts';
import { FolderInUse } from './platform/folder-lock.ts';
import { serve } from './serve.ts';

/** What a person can put right themselves, in their words. */
function explain(error: unknown): string {
  if (error instanceof ConfigProblems || error instanceof FolderInUse) return error.message;
  const { code, port, address } = { code: '', port: '', address: '', ...(error instanceof Error ? error : {}) };
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what listens there, or give another PORT`;
  if (code === 'EACCES' && port) return `Port ${port} needs more rights than this process has: give a PORT above 1023`;
  if (code === 'EADDRNOTAVAIL') return `HOST is "${address}": this machine has no such address`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `The database of DATABASE_URL does not answer (${code})`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  const service = await serve(process.env);
  for (const place of service.places) console.log(place);

  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    void service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
