import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';

const mark = '{"event":';

/**
 * Tells `npm test` what happened in a test runner, as one line of JSON on standard output:
 * `begin`  with how many files or tests are `known`;
 * `test`   with file, title, seconds and status: passed, skipped, failed, or `retried` for a failure that runs again;
 *          `unsteady` when a test passed only on retry, with the paths of its `traces`; and its `notes`;
 * `file`   with its seconds, when all its tests have ended;
 * `error`  outside of any test, with a file if there is one.
 */
export function tell(event, details) {
  process.stdout.write(`${JSON.stringify({ event, ...details })}\n`);
}

/** The event that a line of output tells, or undefined if the line is other output. */
export function eventIn(line) {
  if (!line.startsWith(mark)) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export const fromRoot = (file) => relative(root, file);

/** Other output gets lines of its own, so that it does not end in the middle of an event. */
export function passOn(text) {
  process.stdout.write(`${`${text}`.replace(/\n$/, '')}\n`);
}

export const withoutColours = (text) => stripVTControlCharacters(text).trim();
