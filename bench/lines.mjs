import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * A proxy's lines to the service: kept open, one question at a time on each. Sockets and strings and no more, so that
 * asking costs little beside answering.
 */
export async function openLines(origin, count) {
  const { hostname, port } = new URL(origin);
  const free = [];
  const waiting = [];
  let broken;

  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, hostname).setNoDelay(true).setEncoding('latin1');
    const line = { socket, heard: '', tell: undefined };
    socket.on('data', (text) => {
      line.heard += text;
      if (line.heard.length < lengthOf(line.heard)) return;
      const { heard, tell } = line;
      line.heard = '';
      line.tell = undefined;
      const next = waiting.shift();
      if (next) say(line, next.question, next.tell);
      else free.push(line);
      tell(heard);
    });
    socket.on('error', (error) => (broken = error));
    socket.on('close', () => line.tell?.(''));
    free.push(line);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));

  function say(line, question, tell) {
    line.tell = tell;
    line.socket.write(question, 'latin1');
  }
  return {
    /** Tells the whole answer, or an empty one when the line broke. */
    ask(question, tell) {
      if (broken) throw broken;
      const line = free.pop();
      if (line) say(line, question, tell);
      else waiting.push({ question, tell });
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** How long the answer is that begins like this. */
function lengthOf(heard) {
  const end = heard.indexOf('\r\n\r\n');
  if (end === -1) return Infinity;
  const [, body = '0'] = /\r\ncontent-length: (\d+)/i.exec(heard) ?? [];
  return end + 4 + Number(body);
}
