import { describe, expect, test } from 'vitest';
import { openSandbox } from '../sandbox.fixture.ts';
import { createChat } from './chat.ts';

type App = Awaited<ReturnType<typeof openSandbox>>['app'];
const write = (app: App, visitor: object, text: string) =>
  app.inject({
    method: 'POST',
    url: '/sandbox/chat/messages',
    payload: JSON.stringify({ visitor, text }),
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
  });
const answer = (app: App, uuid: string, text: string) =>
  app.inject({ method: 'POST', url: '/sandbox/chat/answers', payload: { uuid, text } });

describe('the chat', () => {
  test('is served without an origin of its own and can be framed by the service only [AC-48]', async () => {
    const { app } = await openSandbox();
    const { headers, body } = await app.inject({ url: '/sandbox/chat', headers: { 'accept-language': 'en' } });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-scripts allow-forms;/);
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(body).toContain('how can we help?');
  });

  test('shows a visitor’s message and details at the desk', async () => {
    const { app } = await openSandbox();
    await write(app, { uuid: 'u1', name: 'Mei', email: 'mei@example.com', role: 'admin' }, 'Where is my code?');
    const { conversations } = (await app.inject('/sandbox/chat/conversations')).json();
    expect(conversations).toEqual([
      {
        visitor: { uuid: 'u1', name: 'Mei', email: 'mei@example.com' },
        messages: [{ by: 'visitor', text: 'Where is my code?', at: '2026-11-15T08:00:00.000Z' }],
      },
    ]);
    expect((await app.inject('/sandbox/chat/desk')).body).toContain('Where is my code?');
  });

  test('lists all visitors at the desk and shows the chosen conversation, else the newest', async () => {
    const { app } = await openSandbox();
    await write(app, { uuid: 'u1', name: 'Mei' }, 'one');
    await write(app, { uuid: 'u2', name: 'Bo' }, 'two');
    const shown = async (query = '') => {
      const { body } = await app.inject(`/sandbox/chat/desk${query}`);
      const visitors = [...body.matchAll(/desk\?visitor=(\w+)/g)].map(([, uuid]) => uuid);
      return { visitors, conversation: /data-visitor="(\w+)"/.exec(body)?.[1] };
    };
    expect(await shown()).toEqual({ visitors: ['u2', 'u1'], conversation: 'u2' });
    expect(await shown('?visitor=u1')).toEqual({ visitors: ['u2', 'u1'], conversation: 'u1' });
    expect((await shown('?visitor=unknown')).conversation).toBe('u2');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'uuid=u1&text=hello';
    const answered = await app.inject({ method: 'POST', url: '/sandbox/chat/answers', headers, payload });
    expect(answered.headers.location).toBe('/sandbox/chat/desk?visitor=u1');
  });

  test('streams an answer to its visitor only', async () => {
    const { app } = await openSandbox();
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    await write(app, { uuid: 'u1' }, 'one');
    await write(app, { uuid: 'u2' }, 'two');
    const stream = await fetch(`${address}/sandbox/chat/live?visitor=u1`);
    expect(stream.headers.get('access-control-allow-origin')).toBe('*');
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    while (!received.includes('"one"')) received += (await reader?.read())?.value ?? '';
    await answer(app, 'u2', 'not for you');
    await answer(app, 'u1', 'for you');
    while (!received.includes('for you')) received += (await reader?.read())?.value ?? '';
    expect(received).not.toContain('two');
    expect(received).not.toContain('not for you');
    await app.close();
    expect((await reader?.read())?.done).toBe(true);
  });

  test('escapes markup in names and messages', async () => {
    const { app } = await openSandbox();
    const markup = '<img src=x onerror=alert(1)>';
    await write(app, { uuid: 'u1', name: markup }, markup);
    const { body } = await app.inject('/sandbox/chat/desk');
    expect(body).toContain('&#60;img src=x');
    expect(body).not.toContain('<img src=x');
  });

  test.each([
    [{ uuid: 'u1' }, ' '],
    [{ uuid: '<b>' }, 'x'],
    [{}, 'x'],
    ['u1', 'x'],
  ])('rejects a message from %j with the text %j', async (visitor, text) => {
    const { app } = await openSandbox();
    expect((await write(app, Object(visitor), text)).statusCode).toBe(400);
    expect((await app.inject('/sandbox/chat/conversations')).json()).toEqual({ conversations: [] });
  });

  test('rejects an answer to a visitor who has not written', async () => {
    const { app } = await openSandbox();
    expect((await answer(app, 'unknown', 'hello')).statusCode).toBe(400);
  });

  test('drops the oldest conversation beyond a hundred', () => {
    const chat = createChat(() => 0);
    for (let n = 0; n <= 100; n++) chat.write({ uuid: `u${n}` }, 'x');
    expect(chat.all()).toHaveLength(100);
    expect(chat.with('u0')).toBeUndefined();
    expect(chat.all()[0]?.visitor.uuid).toBe('u100');
  });
});
