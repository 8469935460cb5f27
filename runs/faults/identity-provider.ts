import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayState } from './sms-gateway.ts';

/**
 * Identity providers of companies, each at a path of its own. `down` closes every connection, and `slow` does not answer
 * at all.
 */
export async function startIdentityProvider() {
  let state: GatewayState = 'working';
  const server = createServer((request, response) => {
    if (state === 'down') return request.socket.destroy();
    if (state === 'slow') return undefined;
    const issuer = `${origin}/${request.url?.split('/')[1] ?? ''}`;
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    };
    response.writeHead(request.url?.endsWith('/openid-configuration') ? 200 : 400, {
      'content-type': 'application/json',
    });
    return response.end(JSON.stringify(metadata));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    set(next: GatewayState) {
      state = next;
      server.closeAllConnections();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
