import type { CallService } from '@foyer/sandbox/service-client';
import { startSandbox } from '@foyer/sandbox/sandbox';
import type { Clock } from '../../src/platform/clock.ts';

const nobodyThere: CallService = async () => ({ status: 404, body: '' });

/** The sandbox alone, for tests of the provider clients. */
export const sandboxFor = (clock: Clock, callService = nobodyThere) =>
  startSandbox({
    now: clock.now,
    moveClock: clock.move,
    publicUrl: 'https://sign.example.com',
    apiBase: '/api',
    callService,
  });
