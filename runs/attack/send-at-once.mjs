import { openConnections } from '../../bench/connection-pool.mjs';

/** @import { Answer } from './browser.mjs' */

/**
 * Opens all connections first, so that the requests leave together.
 * @param {readonly string[]} origins @param {number} count @param {(n: number) => string} request
 */
export async function sendAtOnce(origins, count, request) {
  const connections = Math.ceil(count / origins.length);
  const pools = await Promise.all(origins.map((origin) => openConnections(origin, connections)));
  const requests = Array.from({ length: count }, (_, n) => request(n));
  const responses = await Promise.all(
    requests.map((text, n) => new Promise((resolve) => pools[n % pools.length].send(text, resolve))),
  );
  pools.forEach((pool) => pool.close());
  return responses.map(readAnswer);
}

/** @param {string} response as it came on the wire @returns {Answer} */
function readAnswer(response) {
  const [head = ''] = response.split('\r\n\r\n', 1);
  const text = Buffer.from(response.slice(head.length + 4), 'latin1').toString('utf8');
  const [, location = ''] = /\r\nlocation: ([^\r]+)/i.exec(head) ?? [];
  const [, session] = /\r\nset-cookie: (foyer_session=[^;\r]+)/i.exec(head) ?? [];
  const body = text.startsWith('{') ? JSON.parse(text) : {};
  return { ...body, status: Number(head.slice(9, 12)), location, text, session };
}
