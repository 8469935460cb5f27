import { Agent, request as httpsRequest } from 'node:https';

/** The certificate of the load balancer was made for this run. */
const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: Infinity });
/** Longer than the load balancer waits for a node. */
const patience = 30_000;

/** @typedef {{ status?: number, code?: number, message?: string, data?: any, failure?: string, ms: number }} Answer */

/**
 * A browser with its own address and cookies. `send` returns the answer; without a usable one, `failure` says why: an
 * error of the network, or the status of an answer that is none of the service's.
 * @param {{ port: number, origin: string }} installation @param {string} address
 */
export function createBrowser({ port, origin }, address) {
  const jar = new Map();

  /** @param {string} path @param {object} [body] @returns {Promise<Answer>} */
  return async function send(path, body) {
    const start = performance.now();
    const headers = {
      host: new URL(origin).host,
      'x-client-address': address,
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body && { origin, 'content-type': 'application/json' }),
    };
    const options = { host: '127.0.0.1', servername: 'localhost', port, agent, headers };
    const answer = await request(
      { ...options, path: `/api${path}`, method: body ? 'POST' : 'GET', timeout: patience },
      body && JSON.stringify(body),
    ).catch((error) => ({ failure: error.code ?? error.message }));
    for (const cookie of answer.cookies ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      jar.set(name, value);
    }
    return { ...readAnswer(answer), ms: performance.now() - start };
  };
}

function request(options, body) {
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, text, cookies: response.headers['set-cookie'] }));
    });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('no answer'), { code: 'TIMEOUT' })));
    sent.on('error', reject).end(body);
  });
}

/** Every answer of the service is `{code, message, data}`; the load balancer answers with a page of its own. */
function readAnswer({ status, text, failure }) {
  if (failure) return { failure };
  try {
    const { code, message, data } = JSON.parse(text);
    if (typeof code === 'number' && typeof message === 'string') return { status, code, message, data };
  } catch {
    // Not JSON: not an answer of the service.
  }
  return { status, failure: `HTTP ${status}` };
}
