import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy to Redis that can disconnect its clients, or pause the replies. */
export async function redisProxy(server: string) {
  const { hostname, port } = new URL(server);
  const open = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let isDisconnected = false;
  const relay = createServer((client) => {
    if (isDisconnected) return void client.destroy();
    const upstream = connect(Number(port), hostname);
    upstreams.add(upstream);
    for (const socket of [client, upstream]) open.add(socket.on('error', () => {}));
    client.pipe(upstream).pipe(client);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  onTestFinished(() => void relay.close());
  return {
    url: `redis://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    disconnect() {
      isDisconnected = true;
      for (const socket of open) socket.destroy();
    },
    reconnect: () => void (isDisconnected = false),
    pauseReplies: () => upstreams.forEach((socket) => socket.unpipe().pause()),
  };
}
