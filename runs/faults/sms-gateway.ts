import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type GatewayState = 'working' | 'down' | 'failing' | 'slow';

/** Far longer than the service waits for a gateway. */
const slowSeconds = 30;

/**
 * A gateway for text messages, with the interface of Tencent Cloud, that remembers the last code of each mobile number.
 * `down` closes every connection, `failing` answers 500, and `slow` answers after half a minute.
 */
export async function startSmsGateway() {
  const codes = new Map<string, string>();
  let state: GatewayState = 'working';

  const server = createServer(async (request, response) => {
    if (state === 'down') return request.socket.destroy();
    if (state === 'failing') return response.writeHead(500).end();
    if (state === 'slow') await pause(slowSeconds * 1000, undefined, { ref: false });
    // The service has stopped waiting.
    if (request.destroyed) return undefined;
    let body = '';
    for await (const chunk of request) body += chunk;
    const { PhoneNumberSet: numbers, TemplateParamSet: values } = JSON.parse(body);
    codes.set(numbers[0].replace(/^\+86/, ''), values[0]);
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ Response: { SendStatusSet: [{ Code: 'Ok' }] } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    codeTo: (mobile: string) => codes.get(mobile),
    set(next: GatewayState) {
      state = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
