import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { GatewayState } from './sms-gateway.ts';

/**
 * A mail server that accepts every mail. `down` closes every connection, `failing` refuses every mail, and `slow` does not
 * answer.
 */
export async function startMailServer() {
  const sockets = new Set<Socket>();
  let state: GatewayState = 'working';

  const server = createServer((socket) => {
    if (state === 'down') return socket.destroy();
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let isBody = false;
    const answer = (text: string) => state !== 'slow' && socket.write(`${text}\r\n`);
    answer('220 mail');
    createInterface(socket).on('line', (line) => {
      if (isBody && line !== '.') return;
      isBody = line === 'DATA';
      if (line === 'DATA') answer('354 go on');
      else if (line === 'QUIT') socket.end('221 bye\r\n');
      else answer(state === 'failing' ? '451 not now' : '250 ok');
    });
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const closeConnections = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next: GatewayState) {
      state = next;
      if (next === 'down') closeConnections();
    },
    close() {
      closeConnections();
      server.close();
    },
  };
}
