import { remove, save, load } from '../../platform/storage/persisted.ts';

export type Method = 'contact' | 'person';

/** `preServiceId` is set once the person was named, `serviceId` once a code was verified. */
export interface Step {
  method: Method;
  preServiceId?: string | undefined;
  serviceId?: string | undefined;
}

/** With a `serviceId` the found accounts can be read, so it is saved for its tab only. */
export function saveStep({ method, preServiceId, serviceId }: Step) {
  if (method === 'contact' && !serviceId) remove('findAccount');
  else save('findAccount', { method, preServiceId, serviceId }, serviceId ? 'browserTab' : 'browser');
}

/** The step from before a reload. */
export function loadStep(): Step | undefined {
  const saved = load('findAccount');
  if (typeof saved !== 'object' || saved === null) return undefined;
  const { method, preServiceId, serviceId }: Record<string, unknown> = { ...saved };
  if (method !== 'contact' && method !== 'person') return undefined;
  return { method, preServiceId: textOf(preServiceId), serviceId: textOf(serviceId) };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
