import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A mail server that delays its reply to MAIL FROM. */
export async function slowSmtpServer(replyDelay: number) {
  let open = 0;
  let delayed = 0;
  let arrived = 0;
  const server = createServer((socket) => {
    open += 1;
    socket.on('error', () => {});
    socket.on('close', () => (open -= 1));
    const reply = (text: string) => socket.writable && socket.write(`${text}\r\n`);
    let inData = false;
    reply('220 slow');
    socket.on('data', (chunk) => {
      const text = String(chunk);
      if (inData) {
        if (!text.endsWith('\r\n.\r\n')) return;
        inData = false;
        arrived += 1;
        reply('250 accepted');
      } else if (text.startsWith('MAIL')) {
        delayed += 1;
        setTimeout(() => {
          delayed -= 1;
          reply('250 ok');
        }, replyDelay);
      } else {
        inData = text.startsWith('DATA');
        reply(inData ? '354 start' : '250 ok');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: () => arrived,
    isIdle: () => open === 0 && delayed === 0,
  };
}
