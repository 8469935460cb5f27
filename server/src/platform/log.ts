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

/** The fields of an error that may be logged: its type and stack. The message of a database error may hold personal data. */
export function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const code = [error, cause].map((one) => (one && 'code' in one ? String(one.code) : undefined)).find(Boolean);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const isBug = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  return {
    type: cause ? `${error.name}: ${cause.name}` : error.name,
    ...(code && { code }),
    ...(isBug && { message: error.message }),
    at: frames.slice(0, 8).map((line) => line.trim()),
  };
}
