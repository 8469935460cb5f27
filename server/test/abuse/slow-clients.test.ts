import { type AddressInfo, connect } from 'node:net';
import { seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../support/test-app.ts';
import { createApp } from '../../src/app.ts';
import { connections } from '../../src/config/operations-settings.ts';

const hurried = { headersTimeout: 300, requestTimeout: 600, checkInterval: 50 };
const services = await testAppForFile({ appOptions: { timeouts: hurried } });
await services.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = services.app.server.address() as AddressInfo;

const head = 'POST /api/login/commit/user HTTP/1.1\r\nHost: x\r\n';
const body = `${head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;

/** Sends a start and then one character at intervals until the connection ends; returns the response and its time. */
function drip(beginning: string, letter: string): Promise<{ heard: string; after: number }> {
  const socket = connect(port, '127.0.0.1');
  const began = performance.now();
  let heard = '';
  socket.write(beginning);
  const dripping = setInterval(() => socket.writable && socket.write(letter), 20);
  return new Promise((resolve) => {
    socket.on('data', (part) => (heard += part.toString()));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(dripping);
      resolve({ heard, after: performance.now() - began });
    });
  });
}

describe('a client that never finishes its request', () => {
  test.each([
    ['in the request line', 'GET /', 'x', hurried.headersTimeout],
    ['in the headers', `${head}X-Slow: `, 'x', hurried.headersTimeout],
    ['in the body', body, ' ', hurried.requestTimeout],
  ])('gets an error and is disconnected: %s [AC-65]', async (_, beginning, letter, patience) => {
    const { heard, after } = await drip(beginning, letter);
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(heard).toContain('{"code":10000001,');
    expect(after).toBeGreaterThanOrEqual(patience);
  });

  test('does not delay other clients [AC-65]', async () => {
    const crowd = Array.from({ length: 100 }, (_, i) => drip(i % 2 ? body : `${head}X-Slow: `, ' '));
    const answered = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(answered.status).toBe(200);
    expect((await Promise.all(crowd)).every(({ heard }) => heard.startsWith('HTTP/1.1 408 '))).toBe(true);
  });
});

test('clients have ten seconds for headers and fifteen for the request [AC-65]', async () => {
  const { server } = await createApp({ ...services, codeRecipients: {} });
  expect(server).toMatchObject({
    headersTimeout: connections.headersTimeout,
    requestTimeout: connections.requestTimeout,
  });
  expect(connections.headersTimeout + connections.checkInterval).toBeLessThanOrEqual(seconds(10));
  expect(connections.requestTimeout).toBeLessThanOrEqual(seconds(15));
});
