import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/support/free-port.mjs';

/** How long the slow endpoint takes for an answer, in milliseconds. */
const slowAnswer = 200;

export interface Arrived {
  path: string;
  id: string;
  person: string;
}

/** Endpoints of webhooks: `/good` answers at once, `/slow` later. Nothing listens at `dead`. */
export async function startWebhookReceiver() {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const path = request.url ?? '';
    const { data } = JSON.parse(text) as { data: { person: string } };
    arrived.push({ path, id: String(request.headers['webhook-id']), person: data.person });
    if (path === '/slow') await pause(slowAnswer);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dead: `http://127.0.0.1:${await freePort()}`,
    /** The first first. */
    arrived,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
