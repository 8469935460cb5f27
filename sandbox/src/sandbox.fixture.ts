import Fastify from 'fastify';
import type { CallService } from './service-client.ts';
import { createOutbox } from './outbox/outbox.ts';
import { sandboxRoutes } from './sandbox.ts';

/** A sandbox as the service holds it, with a clock that moves only by hand. */
export async function openSandbox({ callService = elsewhere.callService }: { callService?: CallService } = {}) {
  const start = Date.UTC(2026, 10, 15, 8);
  let now = start;
  const outbox = createOutbox(() => now);
  const app = Fastify();
  const hand = {
    now: () => now,
    moveClock: (ms: number) => void (now += ms),
    resetClock: () => void (now = start),
    ...elsewhere,
    callService,
    outbox,
  };
  await app.register((scope) => sandboxRoutes(scope, hand), { prefix: '/sandbox' });
  return { app, outbox, hand };
}

/** A service that people see somewhere, and that nobody needs to call. */
export const elsewhere = {
  publicUrl: 'https://sign.example.com',
  apiBase: '/api',
  callService: async () => ({ status: 404, body: '' }),
};

export const sms = (to: string, text: string) => ({ channel: 'sms', to, language: 'zh-CN', text }) as const;
