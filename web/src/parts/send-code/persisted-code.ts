import { code } from '@foyer/contract/limits';
import { type Scope, remove, save, load } from '../../platform/storage/persisted.ts';
import type { Delivery } from './deliver.ts';
import type { KeptSent } from './send-code.machine.ts';

const underWay = new Map<string, Promise<Delivery>>();

/** Goes on, and is noted, also when whoever asked has turned elsewhere. Who comes back meanwhile asks for no second one. */
export function deliverOnce(target: string, shelf: Scope, deliver: (signal: AbortSignal) => Promise<Delivery>) {
  const begin = async () => {
    try {
      const delivery = await deliver(new AbortController().signal);
      if ('serviceId' in delivery) keepSent(target, { ...delivery, sentAt: Date.now() }, shelf);
      return delivery;
    } finally {
      underWay.delete(target);
    }
  };
  const delivery = underWay.get(target) ?? begin();
  underWay.set(target, delivery);
  return delivery;
}

/** For as long as one is on its way to this target. */
export const untilNoted = (target: string) => underWay.get(target)?.catch(() => {});

function keepSent(target: string, { serviceId, sentTo, sentAt }: KeptSent, shelf: Scope) {
  // Those that name an account stay in the tab.
  const others = shelf === 'tab' ? notes() : {};
  save('sent', { ...others, [target]: { serviceId, sentTo, sentAt } }, shelf);
}

export const removeSentCode = () => remove('sent');

/** The code that was last sent to the same target, as long as it can be used. */
export function loadSentCode(target: string): KeptSent | undefined {
  const { serviceId, sentTo, sentAt }: Record<string, unknown> = { ...Object(notes()[target]) };
  if (typeof serviceId !== 'string' || typeof sentTo !== 'string') return undefined;
  if (typeof sentAt !== 'number' || sentAt > Date.now() || sentAt + code.lifetime <= Date.now()) return undefined;
  return { serviceId, sentTo, sentAt };
}

const notes = (): Record<string, unknown> => ({ ...Object(load('sent')) });
