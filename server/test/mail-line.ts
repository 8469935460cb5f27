import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A line to a mail server that counts who connects, and can be hung up. */
export async function lineToMail(server: string) {
  const url = new URL(server);
  const { hostname, port } = url;
  const lines = new Set<[near: Socket, far: Socket]>();
  let connected = 0;
  const relay = createServer((near) => {
    connected += 1;
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) end.on('error', () => {});
    const line: [Socket, Socket] = [near, far];
    lines.add(line);
    near.on('close', () => lines.delete(line));
    near.pipe(far).pipe(near);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  onTestFinished(() => void relay.close());
  url.port = String((relay.address() as AddressInfo).port);

  const hangUp = ([near, far]: [Socket, Socket]) => {
    near.destroy();
    far.destroy();
  };
  return {
    url: url.href,
    connected: () => connected,
    open: () => lines.size,
    hangUp: () => lines.forEach(hangUp),
    /** As if both had spoken at once: the next word finds nobody. */
    hangUpOnNextWord: () =>
      lines.forEach((line) =>
        line[0]
          .unpipe()
          .once('data', () => hangUp(line))
          .resume(),
      ),
  };
}
