import { remove, save, load } from '../../platform/storage/persisted.ts';

export type Way = 'contact' | 'person';

/** How far someone is: which way they chose, the handle for a code once they were named, the proof once they had it. */
export interface Stand {
  way: Way;
  named?: string | undefined;
  serviceId?: string | undefined;
}

/** What was found stays in its tab; before that there is nothing that tells of anyone. */
export function keepStand({ way, named, serviceId }: Stand) {
  if (way === 'contact' && !serviceId) remove('finding');
  else save('finding', { way, named, serviceId }, serviceId ? 'tab' : 'browser');
}

/** Where someone stood before the page was loaded anew. */
export function keptStand(): Stand | undefined {
  const found = load('finding');
  if (typeof found !== 'object' || found === null) return undefined;
  const { way, named, serviceId }: Record<string, unknown> = { ...found };
  if (way !== 'contact' && way !== 'person') return undefined;
  return { way, named: textOf(named), serviceId: textOf(serviceId) };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
