import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy to Redis that can be cut, or paused so that no reply comes through. */
export async function redisProxy(server: string) {
  const { hostname, port } = new URL(server);
  const open = new Set<Socket>();
  const answers = new Set<Socket>();
  let isCut = false;
  const relay = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    answers.add(far);
    for (const end of [near, far]) open.add(end.on('error', () => {}));
    near.pipe(far).pipe(near);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  onTestFinished(() => void relay.close());
  return {
    url: `redis://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const end of open) end.destroy();
    },
    mend: () => void (isCut = false),
    hold: () => answers.forEach((end) => end.unpipe().pause()),
  };
}
