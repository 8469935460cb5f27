import { createHmac, timingSafeEqual } from 'node:crypto';

const tolerance = 300;

/**
 * Checks webhooks of Foyer by the Standard Webhooks specification. What was seen before is remembered in memory; a
 * receiver with several processes keeps the ids in its database instead.
 *
 * @param {string} secret As `npx foyer webhooks add` prints it: whsec_…
 */
export function webhookReader(secret, now = () => Date.now() / 1000) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  /** @type {Map<string, number>} */
  const seen = new Map();

  /**
   * @param {Record<string, string | string[] | undefined>} headers
   * @param {string} body The text exactly as it arrived.
   * @returns {'refused' | 'seen' | { type: string, timestamp: string, data: Record<string, string | boolean> }}
   */
  return (headers, body) => {
    const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]));
    const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
    const isSigned = String(signatures)
      .split(' ')
      .map((signature) => Buffer.from(signature))
      .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
    if (!isSigned || !(Math.abs(Number(time) - now()) <= tolerance)) return 'refused';
    for (const [old, at] of seen) if (at < now() - 2 * tolerance) seen.delete(old);
    if (seen.has(String(id))) return 'seen';
    seen.set(String(id), now());
    return JSON.parse(body);
  };
}
