import { errorFields } from './log.ts';

/** An error that the operator can fix. The message says what is wrong and what to do, one line per problem. */
export class StartupError extends Error {}

/** Explains why the service cannot listen on the configured host and port; other errors are returned unchanged. */
export function listenError(
  error: unknown,
  { host, port }: { host: string; port: number },
  names = { host: 'HOST', port: 'PORT' },
): unknown {
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${port} is taken: stop what listens there, or set another ${names.port}`);
  if (code === 'EACCES')
    return new StartupError(`Port ${port} needs more rights than this process has: set a ${names.port} above 1023`);
  if (hostErrors.has(code))
    return new StartupError(
      `${names.host} is "${host}", which is not an address of this machine: set one that is, or 0.0.0.0 for all`,
    );
  return error;
}

const hostErrors = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT']);

/** The parts of DATABASE_URL without the password, so that it cannot be printed. */
interface DatabaseTarget {
  host: string;
  port: number;
  user?: string | undefined;
  database?: string | undefined;
}

/** Explains why the database cannot be used; other errors are returned unchanged. */
export function databaseError(
  error: unknown,
  { host, port, user = '', database = '' }: DatabaseTarget,
  setting = 'DATABASE_URL',
): unknown {
  // A Unix socket is a path and has no port.
  const target = host.startsWith('/') ? host : `${host}:${port}`;
  const problem = (line: string) => new StartupError(`${setting} leads to ${target}, ${line}`);
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = codeOf(cause);
    if (code === '28P01' || /password must be/.test(cause.message))
      return problem(`which refuses the password of "${user}": set the right one`);
    if (code === '28000') return problem(`which rejects the user "${user}": set a user that pg_hba.conf allows`);
    if (code === '3D000') return problem(`which has no database "${database}": create it, or name another`);
    if (/unsupported startup parameter/.test(cause.message)) return problem('a pooler: set DATABASE_POOLER to on');
    if (code === '42501')
      return problem(
        `where "${user}" lacks a right in "${database}" (${cause.message}): grant it, or set another user`,
      );
    if (code === '25006') return problem('which cannot be written to: let it lead to the primary');
    if (code === '53100') return problem('which has no space left: make room');
    if (dnsErrors.has(code)) return problem(`an unknown host name (${code}): set another`);
    if (unavailableErrors.has(code) || (code === '' && !('query' in cause) && /timeout|terminated/.test(cause.message)))
      return problem(`which does not answer (${code || 'timeout'}): start the database, or set another address`);
  }
  return error;
}

const dnsErrors = new Set(['ENOTFOUND', 'EAI_AGAIN']);
/** ENOENT: the socket does not exist. 57P03: the database is starting. */
const unavailableErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ENOENT',
  '57P03',
]);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * One line about an error at the start: what an operator can fix, or a statement that the database refused, without its
 * values. Any other error is a bug and needs its stack.
 */
export function explainStartError(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if (!('query' in error)) return error.stack ?? error.message;
  const { code = 'no code', message } = errorFields(error) as { code?: string; message: string };
  return `The database refused a statement at the start (${code}): ${message}`;
}
