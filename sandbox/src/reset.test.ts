import { expect, test } from 'vitest';
import { openSandbox, sms } from './sandbox.fixture.ts';

test('POST /reset empties inbox and chat, repairs the gateways, resets the clock and the people', async () => {
  const { app, outbox, service } = await openSandbox();
  const post = (url: string, payload: object = {}) => app.inject({ method: 'POST', url: `/sandbox${url}`, payload });
  outbox.deliver(sms('13800138000', 'code 123456'));
  await post('/clock', { move: 900_000 });
  await post('/sms/fault', { mode: 'down' });
  await post('/chat/messages', { visitor: { uuid: 'v' }, text: 'hello' });
  expect((await app.inject('/sandbox/chat/conversations')).json().conversations).toHaveLength(1);

  expect((await post('/reset')).json()).toEqual({ reset: true });
  expect((await app.inject('/sandbox/outbox')).json()).toEqual({ messages: [] });
  expect((await app.inject('/sandbox/clock')).json().ahead).toBe(0);
  expect((await app.inject('/sandbox/sms/fault')).json()).toEqual({ mode: 'working' });
  expect((await app.inject('/sandbox/chat/conversations')).json()).toEqual({ conversations: [] });
  expect(service.resets()).toBe(1);
});

test('the button of every page resets and returns to the panel', async () => {
  const { app, service } = await openSandbox();
  expect((await app.inject('/sandbox/phone')).body).toContain('<form method="post" action="/sandbox/reset">');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await app.inject({ method: 'POST', url: '/sandbox/reset', headers, payload: '' });
  expect([response.statusCode, response.headers.location]).toEqual([303, '/sandbox']);
  expect(service.resets()).toBe(1);
});

test('a reset needs a POST, so that no link can cause one', async () => {
  const { app, service } = await openSandbox();
  expect((await app.inject('/sandbox/reset')).statusCode).toBe(404);
  expect(service.resets()).toBe(0);
});
