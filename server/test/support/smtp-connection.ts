import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy to a mail server that counts connections and can close them. */
export async function smtpProxy(server: string) {
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
    /** Closes the connection when the next command arrives. */
    hangUpOnNextWord: () =>
      lines.forEach((line) =>
        line[0]
          .unpipe()
          .once('data', () => hangUp(line))
          .resume(),
      ),
  };
}

/** A mail server that delays its reply to every sender. */
export async function slowSmtpServer(thinks: number) {
  let open = 0;
  let thinking = 0;
  let arrived = 0;
  const server = createServer((line) => {
    open += 1;
    line.on('error', () => {});
    line.on('close', () => (open -= 1));
    const say = (words: string) => line.writable && line.write(`${words}\r\n`);
    let inLetter = false;
    say('220 slow');
    line.on('data', (heard) => {
      const words = String(heard);
      if (inLetter) {
        if (!words.endsWith('\r\n.\r\n')) return;
        inLetter = false;
        arrived += 1;
        say('250 taken');
      } else if (words.startsWith('MAIL')) {
        thinking += 1;
        setTimeout(() => {
          thinking -= 1;
          say('250 go on');
        }, thinks);
      } else {
        inLetter = words.startsWith('DATA');
        say(inLetter ? '354 tell' : '250 go on');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: () => arrived,
    isQuiet: () => open === 0 && thinking === 0,
  };
}
