import { type Logger, destination, levels, pino } from 'pino';

/** Log lines are written in batches. A process that is killed loses what it logged in the last interval. */
const logBuffer = {
  /** Characters; a batch of this length is written at once. */
  batchLength: 4 * 1024,
  flushInterval: 100,
  /** For a reader that has stopped reading; further lines are dropped. */
  maxBytes: 4 * 1024 * 1024,
} as const;

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

interface Sink {
  write(line: string): void;
}

interface LogOptions {
  /** The file or its descriptor; standard output by default. */
  dest?: number | string;
  /** How long a line may wait, in milliseconds. */
  flushInterval?: number;
}

/**
 * JSON lines with times in UTC. No whole object is ever logged (no request, no error, no URL with its query), only chosen
 * fields, so that personal data cannot slip in.
 */
export function createLog(level: string, sink?: Sink, options: LogOptions = {}): { log: Log; flush(): void } {
  const { dest = 1, flushInterval = logBuffer.flushInterval } = options;
  const format = {
    level,
    base: null,
    timestamp: createTimestamp(),
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (sink) return { log: pino(format, sink), flush: () => {} };
  // A reader that has stopped reading must not block the service.
  const output = destination({ dest, sync: false, maxLength: logBuffer.maxBytes });
  output.on('error', () => {});
  const batches = inBatches(output, flushInterval);
  const flush = () => {
    batches.flush();
    try {
      output.flushSync();
    } catch {
      // The reader is gone.
    }
  };
  flushAtExit(flush);
  return { log: pino(format, batches), flush };
}

const flushes: (() => void)[] = [];

/** One listener for all logs: Node.js warns of a leak from eleven on. */
function flushAtExit(flush: () => void) {
  if (flushes.push(flush) === 1) process.on('exit', flushLogs);
}

function flushLogs() {
  for (const flush of flushes) flush();
}

/** Joins lines, because a write costs more than a line. A warning or an error does not wait. */
function inBatches(output: Sink, flushInterval: number) {
  let batch = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (batch) output.write(batch);
    batch = '';
  };
  return {
    // Makes pino set the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      batch += line;
      if (batch.length >= logBuffer.batchLength || this.lastLevel >= levels.values['warn']!) flush();
      else timer ??= setTimeout(flush, flushInterval).unref();
    },
    flush,
  };
}

/** The ISO time of a line. Lines of the same millisecond share it. */
function createTimestamp() {
  let time = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== time) text = `,"time":"${new Date((time = now)).toISOString()}"`;
    return text;
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
 * Replaces what may be personal data or a secret: text that is not ASCII, quoted values (except names of tables, columns,
 * constraints and properties), paths of URLs, e-mail addresses, long numbers and tokens.
 */
function redact(message: string): string {
  const [line = ''] = message.split('\n');
  return line
    .replace(/[^\p{ASCII}]+/gu, '…')
    .replace(quoted, (_, name?: string) => name ?? '"…"')
    .replace(/(https?:\/\/[^/\s"]+)\/\S*/g, '$1/…')
    .replace(/[^\s"]+@[^\s"]+/g, '…')
    .replace(/\d{5,}[\dXx]*/g, '…')
    .replace(/(?<![\w/.-])(?=[\w-]*\d)[\w-]{20,}/g, '…')
    .slice(0, 200);
}

/**
 * A name after the word that says what it is, else everything between the first quote and the last, because a value may
 * contain quotes. A value may also end on the next line. An apostrophe inside or after a word is not a quote.
 */
const quoted =
  /(\b(?:constraint|column|relation|table) "\w+"|\b(?:reading|setting) '\w+')|".*"|".*|(?<!\w)'.*'(?!\w)|(?<!\w)'.*/g;
