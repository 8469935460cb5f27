import { code } from '@foyer/contract/limits';
import { type Shelf, drop, keep, keptHere } from '../../platform/kept.ts';
import type { KeptSent } from './send-code.machine.ts';

export const keepSent = (target: string, { serviceId, sentTo, sentAt }: KeptSent, shelf: Shelf) =>
  keep('sent', { target, serviceId, sentTo, sentAt }, shelf);

export const dropSent = () => drop('sent');

/** The code that was sent to the same target before the page was loaded anew, as long as it can be used. */
export function keptSent(wanted: string): KeptSent | undefined {
  const found = keptHere('sent');
  if (typeof found !== 'object' || found === null) return undefined;
  const { target, serviceId, sentTo, sentAt }: Record<string, unknown> = { ...found };
  if (target !== wanted || typeof serviceId !== 'string' || typeof sentTo !== 'string') return undefined;
  if (typeof sentAt !== 'number' || sentAt > Date.now() || sentAt + code.livesFor <= Date.now()) return undefined;
  return { serviceId, sentTo, sentAt };
}
