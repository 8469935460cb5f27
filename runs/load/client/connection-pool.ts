import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

type OnResponse = (response: string) => void;
interface Connection {
  socket: Socket;
  received: string;
  onResponse: OnResponse | undefined;
}
/** Calls `onResponse` with the whole response, or with an empty string if the connection was closed. */
export type Send = (request: string, onResponse: OnResponse) => void;
export interface Pool {
  send: Send;
  close(): void;
}

/**
 * Keep-alive connections to the service like those of a proxy, with one request at a time on each. It uses plain
 * sockets and strings, so that the client takes little CPU time compared with the service.
 */
export async function openConnections(origin: string, count: number): Promise<Pool> {
  const { hostname, port } = new URL(origin);
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  const queue: { request: string; onResponse: OnResponse }[] = [];
  let failure: Error | undefined;

  function connectAgain(): Connection {
    const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
    const connection: Connection = { socket, received: '', onResponse: undefined };
    open.add(connection);
    socket.on('data', (text: string) => {
      // The service ends a connection that sends no request for long, and says so.
      if (!connection.onResponse) return;
      connection.received += text;
      if (connection.received.length < responseLength(connection.received)) return;
      const { received, onResponse } = connection;
      connection.received = '';
      connection.onResponse = undefined;
      const next = queue.shift();
      if (next) write(connection, next.request, next.onResponse);
      else idle.push(connection);
      onResponse(received);
    });
    socket.on('error', (error) => (failure = error));
    socket.on('close', () => {
      open.delete(connection);
      connection.onResponse?.('');
    });
    return connection;
  }
  const connections = Array.from({ length: count }, connectAgain);
  idle.push(...connections);
  await Promise.all(connections.map(({ socket }) => once(socket, 'connect')));

  function write(connection: Connection, request: string, onResponse: OnResponse) {
    connection.onResponse = onResponse;
    connection.socket.write(request, 'latin1');
  }
  function takeIdle() {
    for (let last = idle.pop(); last; last = idle.pop()) if (open.has(last) && last.socket.writable) return last;
    return open.size < count ? connectAgain() : undefined;
  }
  return {
    send(request, onResponse) {
      if (failure) throw failure;
      const connection = takeIdle();
      if (connection) write(connection, request, onResponse);
      else queue.push({ request, onResponse });
    },
    close() {
      for (const { socket } of open) socket.destroy();
    },
  };
}

/** The length of the response that starts with this text; infinite until its headers are complete. */
function responseLength(text: string) {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return Infinity;
  const [, body = '0'] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
  return end + 4 + Number(body);
}
