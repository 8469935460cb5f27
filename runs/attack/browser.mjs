import { createHash } from 'node:crypto';
import { sendHttp } from './http.mjs';

/** @import { Installation } from './installation.mjs' */
/**
 * @typedef {{ status: number, code: number, message: string, data: any, location: string, text: string, session?: string }} Answer
 */
/** @typedef {ReturnType<typeof createBrowser>} Browser */

export const loginParams = { endpoint: 'PC', env: { fingerprint: 'attack' } };
export const password = 'Foyer-2026';
export const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let browserCount = 0;
/** Every browser has an IP address of its own, each in a network of its own. */
const nextIp = () => {
  browserCount += 1;
  return `10.${(browserCount >> 8) & 255}.${browserCount & 255}.${((browserCount >> 16) & 127) + 1}`;
};

/**
 * A browser: keeps cookies and sends the headers that browsers send.
 * @param {Installation} installation @param {{ ip?: string }} [options]
 */
export function createBrowser({ origins, publicUrl }, { ip = nextIp() } = {}) {
  /** @type {Map<string, string>} */
  const jar = new Map();

  const headersOf = (method, more = {}) => ({
    'user-agent': userAgent,
    'x-tsign-open-language': 'en-US',
    'x-forwarded-for': ip,
    'sec-fetch-site': 'same-origin',
    cookie: [...jar].map((pair) => pair.join('=')).join('; '),
    ...(method !== 'GET' && { origin: publicUrl, 'content-type': 'application/json' }),
    ...more,
  });

  /** @returns {Promise<Answer>} */
  async function send(method, path, body, headers) {
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await sendHttp(origins[0], { method, path, headers: headersOf(method, headers), body: payload });
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const { status, text } = answer;
    return { ...readJson(text), status, location: answer.headers.location ?? '', text };
  }

  return {
    ip,
    jar,
    send,
    get: (path, headers) => send('GET', `/api${path}`, undefined, headers),
    post: (path, body = {}, headers = {}) => send('POST', `/api${path}`, body, headers),
    put: (path, body = {}, headers = {}) => send('PUT', `/api${path}`, body, headers),
    /** The request as it is sent, with the cookies of now: for many at once. */
    onTheWire(method, path, body, headers) {
      const payload = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
      const lines = Object.entries({
        ...headersOf(method, headers),
        host: new URL(publicUrl).host,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(payload) }),
      }).map(([name, value]) => `${name}: ${value}`);
      return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${payload}`;
    },
  };
}

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
