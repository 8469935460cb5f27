import { openConnections } from '../../load/client/connection-pool.ts';
import { readJson, type Wire } from '../../client.ts';

/** An answer of many at once: its code, and the cookie of the session that it opens. */
export type RawAnswer = Wire & { code?: number; session?: string | undefined };

/** Opens all connections first, so that the requests leave together. */
export async function sendAtOnce(origins: readonly string[], count: number, request: (n: number) => string) {
  const connections = Math.ceil(count / origins.length);
  const pools = await Promise.all(origins.map((origin) => openConnections(origin, connections)));
  const requests = Array.from({ length: count }, (_, n) => request(n));
  const responses = await Promise.all(
    requests.map((text, n) => new Promise<string>((resolve) => pools[n % pools.length]!.send(text, resolve))),
  );
  pools.forEach((pool) => pool.close());
  return responses.map(readAnswer);
}

function readAnswer(response: string): RawAnswer {
  const [head = ''] = response.split('\r\n\r\n', 1);
  const text = Buffer.from(response.slice(head.length + 4), 'latin1').toString('utf8');
  const [, location = ''] = /\r\nlocation: ([^\r]+)/i.exec(head) ?? [];
  const [, session] = /\r\nset-cookie: (foyer_session=[^;\r]+)/i.exec(head) ?? [];
  const body = readJson(text);
  const code = typeof body === 'object' && body !== null && 'code' in body ? Number(body.code) : NaN;
  return { code, status: Number(head.slice(9, 12)), location, text, session };
}
