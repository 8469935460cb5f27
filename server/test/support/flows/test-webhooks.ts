import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookBody } from '@foyer/contract/events/webhook-events';
import { afterAll } from 'vitest';
import { newWebhookSecret, sealWebhookSecret } from '../../../src/parts/webhooks/webhook-message.ts';
import { random } from '../../../src/platform/random.ts';
import type { WebhookEndpoint } from '../../../src/store/webhooks/webhook-endpoints.ts';
import type { TestApp } from '../test-app.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: WebhookBody;
}

/** A receiver of webhooks, until the tests of the file have ended. It accepts everything but at the paths in `answers`. */
export async function startReceiver() {
  const received: Received[] = [];
  const answers: Record<string, number> = {};
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, text, body: JSON.parse(text) as WebhookBody });
    response.writeHead(answers[path] ?? 204, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    answers,
    received,
    /** What has arrived there, the first first. */
    at: (path: string) => received.filter((one) => one.path === path),
  };
}

/** Adds an endpoint; returns its secret. */
export async function addEndpoint(
  { stores, clock, encryptionKeys }: TestApp,
  { id, ...more }: Partial<WebhookEndpoint> & { id: string; url: string },
) {
  const secret = newWebhookSecret(random);
  const encryptedSecret = sealWebhookSecret(id, secret, encryptionKeys[0]!);
  const createdAt = new Date(clock.now());
  await stores.webhookEndpoints.add({ id, types: [], personalData: false, encryptedSecret, createdAt, ...more });
  return secret;
}
