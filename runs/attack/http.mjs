import { Agent, request as httpRequest } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Sends a request as it is given, also with a `host` and with a path that `fetch` would change. A node closes connections
 * that were idle for a minute: a request that meets one of them is sent again.
 * @param {string} origin
 * @param {{ method: string, path: string, headers: Record<string, string | number>, body?: string }} request
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, text: string }>}
 */
export function sendHttp(origin, { method, path, headers, body }) {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, method, path, headers, agent });
    outgoing.on('error', (error) =>
      outgoing.reusedSocket && error.code === 'ECONNRESET'
        ? resolve(sendHttp(origin, { method, path, headers, body }))
        : reject(error),
    );
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    outgoing.end(body);
  });
}
