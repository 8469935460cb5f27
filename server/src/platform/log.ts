import { type Logger, destination, pino, stdTimeFunctions } from 'pino';
import { logBuffer } from './service-limits.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

interface Sink {
  write(line: string): void;
}

/**
 * JSON lines with times in UTC. No whole object is ever logged (no request, no error, no URL with its query), only chosen
 * fields, so that personal data cannot slip in.
 */
export function createLog(level: string, sink?: Sink): { log: Log; flush(): void } {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (sink) return { log: pino(options, sink), flush: () => {} };
  // A reader that has stopped reading must not block the service.
  const stdout = destination({ dest: 1, sync: false, maxLength: logBuffer.maxBytes });
  stdout.on('error', () => {});
  return {
    log: pino(options, stdout),
    flush() {
      try {
        stdout.flushSync();
      } catch {
        // The reader is gone.
      }
    },
  };
}

/** The fields of an error that may be logged: its type, stack and redacted message, never a query with its values. */
export function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const code = [error, cause].map((one) => (one && 'code' in one ? String(one.code) : undefined)).find(Boolean);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: cause ? `${error.name}: ${cause.name}` : error.name,
    ...(code && { code }),
    // The message of a failed query repeats the query with its values; that of its cause says what went wrong.
    message: redact('query' in error && cause ? cause.message : error.message),
    at: frames.slice(0, 8).map((line) => line.trim()),
  };
}

/**
 * Replaces what may be personal data or a secret: text that is not ASCII, quoted values (except names of tables, columns
 * and constraints), paths of URLs, e-mail addresses, long numbers and tokens.
 */
function redact(message: string): string {
  const [line = ''] = message.split('\n');
  return line
    .replace(/[^\p{ASCII}]+/gu, '…')
    .replace(/"(?![a-z_]+").*"/, '"…"')
    .replace(/(https?:\/\/[^/\s"]+)\/\S*/g, '$1/…')
    .replace(/[^\s"]+@[^\s"]+/g, '…')
    .replace(/\d{5,}[\dXx]*/g, '…')
    .replace(/(?<![\w/.-])(?=[\w-]*\d)[\w-]{20,}/g, '…')
    .slice(0, 200);
}
