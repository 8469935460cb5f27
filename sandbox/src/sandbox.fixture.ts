import Fastify from 'fastify';
import { createOutbox } from './outbox/outbox.ts';
import { sandboxRoutes } from './sandbox.ts';
import type { ServiceAccess } from './service-client.ts';

/** A sandbox in memory, with a service whose clock moves only when a test moves it. */
export async function openSandbox({
  callService = serviceStub.callService,
  accountState = async () => undefined,
  tryBrand = () => [],
}: Partial<Pick<ServiceAccess, 'callService' | 'accountState' | 'tryBrand'>> = {}) {
  const start = Date.UTC(2026, 10, 15, 8);
  let now = start;
  const outbox = createOutbox(() => now);
  let resets = 0;
  const app = Fastify();
  const service = {
    now: () => now,
    moveClock: (ms: number) => void (now += ms),
    resetClock: () => void (now = start),
    ...serviceStub,
    callService,
    outbox,
    resetPeople: async () => void (resets += 1),
    /** How often the people were reset. */
    resets: () => resets,
    accountState,
    tryBrand,
  };
  await app.register((scope) => sandboxRoutes(scope, service), { prefix: '/sandbox' });
  return { app, outbox, service };
}

/** A service that answers every call with 404. */
export const serviceStub = {
  publicUrl: 'https://sign.example.com',
  apiBase: '/api',
  callService: async () => ({ status: 404, body: '' }),
};

export const sms = (to: string, text: string) => ({ channel: 'sms', to, language: 'zh-CN', text }) as const;
