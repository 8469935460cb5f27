import type { FastifyReply } from 'fastify';
import { seconds } from '../clock/clock.ts';

/** How a simulated server behaves: `slow` does its work but answers late; `refusing` answers with a business error. */
export const faultModes = ['working', 'slow', 'refusing', 'down'] as const;
export type FaultMode = (typeof faultModes)[number];
export const isFaultMode = (value: unknown): value is FaultMode => faultModes.some((mode) => mode === value);

export type Fault = ReturnType<typeof createFault>;

const slowResponse = seconds(10);

/** Fault injection for one simulated server. */
export function createFault() {
  let mode: FaultMode = 'working';
  const waiting = new Set<() => void>();

  return {
    mode: () => mode,
    /** Ends every wait, so that a change of mode takes effect at once. */
    set(next: FaultMode) {
      mode = next;
      for (const resume of waiting) resume();
    },
    async waitIfSlow() {
      if (mode !== 'slow') return;
      await new Promise<void>((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          waiting.delete(resume);
          resolve();
        };
        const timer = setTimeout(resume, slowResponse);
        waiting.add(resume);
      });
    },
  };
}

/** The response while a server is down: it comes from a load balancer, so it is plain text and not the provider's format. */
export const replyUnavailable = (reply: FastifyReply) => reply.code(503).type('text/plain').send('Service Unavailable');
