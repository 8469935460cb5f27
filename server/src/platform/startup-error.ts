/** What keeps us from starting and a person can put right: what is wrong and what would be right, one line each. */
export class StartupError extends Error {}

/** Why nobody can come in where we were told to listen; what has another reason stays what it is. */
export function listenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${port} is taken: stop what listens there, or give another PORT`);
  if (code === 'EACCES')
    return new StartupError(`Port ${port} needs more rights than this process has: give a PORT above 1023`);
  if (notOurs.has(code))
    return new StartupError(`HOST is "${host}": give an address of this machine, or 0.0.0.0 for all`);
  return error;
}

const notOurs = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT']);

/** Where DATABASE_URL leads. Its password is not here, so that it cannot be told. */
interface Place {
  host: string;
  port: number;
  user?: string | undefined;
  database?: string | undefined;
}

/** Why the database lets nobody in; what has another reason stays what it is. */
export function databaseError(error: unknown, { host, port, user = '', database = '' }: Place): unknown {
  // A socket is a path, and has no port that anybody knows.
  const place = host.startsWith('/') ? host : `${host}:${port}`;
  const wrong = (line: string) => new StartupError(`DATABASE_URL leads to ${place}, ${line}`);
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = codeOf(cause);
    if (code === '28P01' || /password must be/.test(cause.message))
      return wrong(`which refuses the password of "${user}": give the right one`);
    if (code === '28000') return wrong(`which does not let "${user}" in: give a user that it lets in`);
    if (code === '3D000') return wrong(`which has no database "${database}": make it, or give another`);
    if (code === '42501') return wrong(`where "${user}" may not make tables in "${database}": let them`);
    if (unknown.has(code)) return wrong(`a name that nobody knows (${code}): give another`);
    if (silent.has(code) || (code === '' && !('query' in cause) && /timeout|terminated/.test(cause.message)))
      return wrong(`which does not answer (${code || 'timeout'}): start the database, or give another address`);
  }
  return error;
}

const unknown = new Set(['ENOTFOUND', 'EAI_AGAIN']);
/** ENOENT: there is no such socket. 57P03: it is still starting. */
const silent = new Set([
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
