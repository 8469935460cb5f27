import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy to a server, by URL, that counts connections, and can close them, refuse them or hold back the answers. */
export async function tcpProxy(server: string) {
  const url = new URL(server);
  const { hostname, port } = url;
  const connections = new Set<[client: Socket, upstream: Socket]>();
  let connected = 0;
  let refuses = false;
  const relay = createServer((client) => {
    if (refuses) return void client.destroy();
    connected += 1;
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    const connection: [Socket, Socket] = [client, upstream];
    connections.add(connection);
    client.on('close', () => connections.delete(connection));
    client.pipe(upstream).pipe(client);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  onTestFinished(() => void relay.close());
  url.hostname = '127.0.0.1';
  url.port = String((relay.address() as AddressInfo).port);

  const close = ([client, upstream]: [Socket, Socket]) => {
    client.destroy();
    upstream.destroy();
  };
  return {
    url: url.href,
    connected: () => connected,
    open: () => connections.size,
    close: () => connections.forEach(close),
    disconnect() {
      refuses = true;
      connections.forEach(close);
    },
    reconnect: () => void (refuses = false),
    pauseReplies: () => connections.forEach(([, upstream]) => upstream.unpipe().pause()),
    /** Closes the connection when the next command arrives. */
    closeOnNextCommand: () =>
      connections.forEach((connection) =>
        connection[0]
          .unpipe()
          .once('data', () => close(connection))
          .resume(),
      ),
  };
}
