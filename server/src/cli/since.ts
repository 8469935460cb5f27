import { days, hours, minutes } from '@foyer/contract/time';
import { InvalidArgumentError } from 'commander';
import type { Clock } from '../platform/clock.ts';

/** How many rows of the audit trail a command shows. */
export const auditList = { shown: 50, maxShown: 10_000 } as const;

/** A time, or how long ago, in milliseconds. */
export type Since = { at: Date } | { ago: number };

const units: Record<string, (count: number) => number> = { m: minutes, h: hours, d: days };

/** The value of `--since`. */
export function readSince(typed: string): Since {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(typed) ?? [];
  if (count) return { ago: units[unit]?.(Number(count)) ?? 0 };
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(typed);
  const at = new Date(typed);
  if (!isTime || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('give a date or time such as 2026-01-31 or 2026-01-31T08:00:00Z, or 30m, 24h, 7d');
  return { at };
}

export const sinceTime = (since: Since, clock: Clock) => ('at' in since ? since.at : new Date(clock.now() - since.ago));
