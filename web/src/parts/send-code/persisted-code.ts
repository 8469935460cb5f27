import { code } from '@foyer/contract/first-limits';
import { type Scope, remove, save, load } from '../../platform/storage/persisted.ts';
import type { Delivery } from './deliver.ts';
import type { PersistedCode } from './send-code.machine.ts';

const pending = new Map<string, Promise<Delivery>>();

/** Sends one code at a time to a recipient. The delivery continues, and its code is persisted, also when the person leaves the screen. */
export function deliverOnce(recipient: string, scope: Scope, deliver: (signal: AbortSignal) => Promise<Delivery>) {
  const start = async () => {
    try {
      const delivery = await deliver(new AbortController().signal);
      if ('serviceId' in delivery) saveSentCode(recipient, { ...delivery, sentAt: Date.now() }, scope);
      return delivery;
    } finally {
      pending.delete(recipient);
    }
  };
  const delivery = pending.get(recipient) ?? start();
  pending.set(recipient, delivery);
  return delivery;
}

/** Resolves when the delivery that is in progress for this recipient has ended. */
export const pendingDelivery = (recipient: string) => pending.get(recipient)?.catch(() => {});

function saveSentCode(recipient: string, { serviceId, sentTo, sentAt }: PersistedCode, scope: Scope) {
  // The keys are recipients and may be account names, so they are never copied from the tab's storage to the browser's.
  const others = scope === 'browserTab' ? loadSentCodes() : {};
  save('sent', { ...others, [recipient]: { serviceId, sentTo, sentAt } }, scope);
}

export const removeSentCode = () => remove('sent');

/** The code last sent to this recipient, unless it has expired. */
export function loadSentCode(recipient: string): PersistedCode | undefined {
  const { serviceId, sentTo, sentAt }: Record<string, unknown> = { ...Object(loadSentCodes()[recipient]) };
  if (typeof serviceId !== 'string' || typeof sentTo !== 'string') return undefined;
  if (typeof sentAt !== 'number' || sentAt > Date.now() || sentAt + code.lifetime <= Date.now()) return undefined;
  return { serviceId, sentTo, sentAt };
}

const loadSentCodes = (): Record<string, unknown> => ({ ...Object(load('sent')) });
