import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { openSandbox, serviceStub } from '../sandbox.fixture.ts';
import { sandboxRoutes } from '../sandbox.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('POST /clock', () => {
  test('moves the service’s clock and resets it to real time', async () => {
    const { app, service } = await openSandbox();
    const move = await app.inject({ method: 'POST', url: '/sandbox/clock', payload: { move: 900_000 } });
    expect(move.json()).toEqual({ now: '2026-11-15T08:15:00.000Z', ahead: 900_000 });
    expect(service.now()).toBe(Date.UTC(2026, 10, 15, 8, 15));

    await app.inject({ method: 'POST', url: '/sandbox/clock', payload: { reset: true } });
    expect((await app.inject('/sandbox/clock')).json()).toEqual({ now: '2026-11-15T08:00:00.000Z', ahead: 0 });
  });

  test('undoes its own moves when the service cannot reset its clock', async () => {
    let now = 5_000;
    const app = Fastify();
    const service = { now: () => now, moveClock: (ms: number) => void (now += ms), ...serviceStub };
    await app.register((scope) => sandboxRoutes(scope, service), { prefix: '/sandbox' });
    for (const move of [60_000, 1_000]) await app.inject({ method: 'POST', url: '/sandbox/clock', payload: { move } });
    expect(now).toBe(66_000);
    await app.inject({ method: 'POST', url: '/sandbox/clock', payload: { reset: true } });
    expect(now).toBe(5_000);
  });

  test('accepts an HTML form and redirects back to the panel', async () => {
    const { app, service } = await openSandbox();
    const response = await app.inject({ method: 'POST', url: '/sandbox/clock', headers: form, payload: 'move=60000' });
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe('/sandbox#clock');
    expect(service.now()).toBe(Date.UTC(2026, 10, 15, 8, 1));
  });

  test.each([
    {},
    { move: '1 day' },
    { move: 1.5 },
    { move: null },
    { move: 4e10 },
    { reset: false },
    { move: 1, reset: true },
    [1],
  ])('rejects %j and leaves the clock as it is', async (payload) => {
    const { app, service } = await openSandbox();
    const response = await app.inject({ method: 'POST', url: '/sandbox/clock', payload });
    expect(response.statusCode).toBe(400);
    expect(service.now()).toBe(Date.UTC(2026, 10, 15, 8));
  });
});
