import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Sends raw HTTP that no client would send. The request has to end the connection, or to be answered by its end. */
export async function sendRaw(app: FastifyInstance, text: string): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const received: Buffer[] = [];
  return new Promise((resolve) => {
    socket.on('data', (part) => received.push(part));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(received).toString()));
    socket.write(text);
  });
}
