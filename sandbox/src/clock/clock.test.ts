import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { elsewhere, openSandbox } from '../sandbox.fixture.ts';
import { sandboxRoutes } from '../sandbox.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the hand on the clock', () => {
  test('moves the service on, and back to real time', async () => {
    const { app, hand } = await openSandbox();
    const move = await app.inject({ method: 'POST', url: '/sandbox/clock', payload: { move: 900_000 } });
    expect(move.json()).toEqual({ now: '2026-11-15T08:15:00.000Z', ahead: 900_000 });
    expect(hand.now()).toBe(Date.UTC(2026, 10, 15, 8, 15));

    await app.inject({ method: 'POST', url: '/sandbox/clock', payload: { reset: true } });
    expect((await app.inject('/sandbox/clock')).json()).toEqual({ now: '2026-11-15T08:00:00.000Z', ahead: 0 });
  });

  test('goes back by what it moved when the service has no reset of its own', async () => {
    let now = 5_000;
    const app = Fastify();
    const hand = { now: () => now, moveClock: (ms: number) => void (now += ms), ...elsewhere };
    await app.register((scope) => sandboxRoutes(scope, hand), { prefix: '/sandbox' });
    for (const move of [60_000, 1_000]) await app.inject({ method: 'POST', url: '/sandbox/clock', payload: { move } });
    expect(now).toBe(66_000);
    await app.inject({ method: 'POST', url: '/sandbox/clock', payload: { reset: true } });
    expect(now).toBe(5_000);
  });

  test('takes the form of a page without script and leads back to it', async () => {
    const { app, hand } = await openSandbox();
    const answer = await app.inject({ method: 'POST', url: '/sandbox/clock', headers: form, payload: 'move=60000' });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/sandbox#clock');
    expect(hand.now()).toBe(Date.UTC(2026, 10, 15, 8, 1));
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
  ])('does not move for %j', async (payload) => {
    const { app, hand } = await openSandbox();
    const answer = await app.inject({ method: 'POST', url: '/sandbox/clock', payload });
    expect(answer.statusCode).toBe(400);
    expect(hand.now()).toBe(Date.UTC(2026, 10, 15, 8));
  });
});
