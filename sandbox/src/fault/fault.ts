import { seconds } from '../clock/clock.ts';

/** `slow` does its work and keeps its caller waiting; `refusing` answers that it will not, and why. */
export const faultModes = ['working', 'slow', 'refusing', 'down'] as const;
export type FaultMode = (typeof faultModes)[number];
export const isFaultMode = (value: unknown): value is FaultMode => faultModes.some((mode) => mode === value);

export type Fault = ReturnType<typeof createFault>;

const slowBy = seconds(10);

export function createFault() {
  let mode: FaultMode = 'working';
  const waiting = new Set<() => void>();

  return {
    mode: () => mode,
    set(next: FaultMode) {
      mode = next;
      for (const goOn of waiting) goOn();
    },
    /** Waits while it is slow; a change of mode lets everyone go on. */
    async waitIfSlow() {
      if (mode !== 'slow') return;
      await new Promise<void>((resolve) => {
        const goOn = () => {
          clearTimeout(timer);
          waiting.delete(goOn);
          resolve();
        };
        const timer = setTimeout(goOn, slowBy);
        waiting.add(goOn);
      });
    },
  };
}
