import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

interface Pair {
  client: Socket;
  upstream: Socket;
}
export type TcpProxy = Awaited<ReturnType<typeof startProxy>>;
type ProxyState = 'open' | 'slow' | 'silent';

/**
 * A connection between a node and a server that can be disturbed. `open` passes everything on at once, `slow` passes
 * each answer on after a delay, and `silent` passes nothing on, as a network that loses every packet.
 */
export async function startProxy(url: string) {
  let target = new URL(url);
  const pairs = new Set<Pair>();
  let state: ProxyState = 'open';
  let delay = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const pair = { client, upstream };
    pairs.add(pair);
    const end = () => {
      client.destroy();
      upstream.destroy();
      pairs.delete(pair);
    };
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => {
      if (state === 'slow') setTimeout(() => client.destroyed || client.write(chunk), delay);
      else client.write(chunk);
    });
    if (state === 'silent') hold(pair);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const proxied = new URL(url);
  proxied.hostname = '127.0.0.1';
  proxied.port = `${(server.address() as AddressInfo).port}`;
  return {
    url: proxied.href,
    /** `milliseconds` is the delay of `slow`. */
    set(next: ProxyState, milliseconds = 0) {
      state = next;
      delay = milliseconds;
      for (const pair of pairs) (next === 'silent' ? hold : release)(pair);
    },
    /** Leads to another server from now on, and ends the connections. */
    leadTo(next: string) {
      target = new URL(next);
      for (const { client, upstream } of pairs) {
        client.destroy();
        upstream.destroy();
      }
    },
    close() {
      for (const { client, upstream } of pairs) {
        client.destroy();
        upstream.destroy();
      }
      server.close();
    },
  };
}

function hold({ client, upstream }: Pair) {
  client.pause();
  upstream.pause();
}

function release({ client, upstream }: Pair) {
  client.resume();
  upstream.resume();
}
