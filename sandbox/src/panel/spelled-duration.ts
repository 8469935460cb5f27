import { days, minutes, seconds } from '../clock/clock.ts';
import type { Language } from '../outbox/outbox.ts';

const units = [
  ['day', days(1)],
  ['hour', minutes(60)],
  ['minute', minutes(1)],
  ['second', seconds(1)],
] as const;

/** `1 day 15 minutes`, in the words of the language. */
export function spelled(ms: number, language: Language) {
  let left = ms;
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(count.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long' }));
  }
  return parts.join(' ');
}
