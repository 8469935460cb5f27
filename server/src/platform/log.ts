import { type Logger, destination, pino, stdTimeFunctions } from 'pino';
import { logBuffer } from './service-limits.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

interface Sink {
  write(line: string): void;
}

/**
 * JSON, one line each, in UTC. Nothing is ever handed to it whole (no request, no error, no address with its query): a
 * line holds only what was picked for it, so nobody's data can slip in.
 */
export function createLog(level: string, sink?: Sink): { log: Log; flush(): void } {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (sink) return { log: pino(options, sink), flush: () => {} };
  // A reader that stopped reading must not stop us.
  const stdout = destination({ dest: 1, sync: false, maxLength: logBuffer.maxBytes });
  stdout.on('error', () => {});
  return {
    log: pino(options, stdout),
    flush() {
      try {
        stdout.flushSync();
      } catch {
        // Nobody listens any more.
      }
    },
  };
}

/** What may be told of an error: its kind and where it was. The text of a database error holds people's data. */
export function faultOf(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const code = [error, cause].map((one) => (one && 'code' in one ? String(one.code) : undefined)).find(Boolean);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const ours = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  return {
    type: cause ? `${error.name}: ${cause.name}` : error.name,
    ...(code && { code }),
    ...(ours && { message: error.message }),
    at: frames.slice(0, 8).map((line) => line.trim()),
  };
}
