import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The pages of a service at another address, whose scripts arrive only after `release`. */
export async function holdScripts(origin: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const server = createServer(async ({ url, headers }, response) => {
    if (url!.endsWith('.js')) await released;
    const { cookie = '', 'user-agent': userAgent = '' } = headers;
    const answer = await fetch(origin + url, { headers: { cookie, 'user-agent': userAgent } });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    release,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
