import { Agent as HttpAgent, type IncomingHttpHeaders, type RequestOptions, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface HttpRequest {
  method: string;
  path: string;
  headers: Record<string, string | number>;
  body?: string | undefined;
}
interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const http = new HttpAgent({ keepAlive: true, maxSockets: 64 });
/** The certificate of a load balancer was made for its run. */
const https = new HttpsAgent({ keepAlive: true, rejectUnauthorized: false, maxSockets: Infinity });

/**
 * Sends a request as it is given, also with a `host` and with a path that `fetch` would change. A node closes connections
 * that were idle for a minute: a request that meets one of them is sent again, unless the run counts such requests.
 */
export function sendHttp(
  origin: string,
  request: HttpRequest,
  { timeout = 0, isSentAgain = true }: { timeout?: number; isSentAgain?: boolean } = {},
): Promise<HttpAnswer> {
  const { hostname, port, protocol } = new URL(origin);
  const { body, ...rest } = request;
  const isSecure = protocol === 'https:';
  // The load balancer of a run listens on IPv4 alone.
  const target = isSecure ? { host: '127.0.0.1', servername: hostname, agent: https } : { hostname, agent: http };
  const options: RequestOptions = { ...target, port, ...rest, timeout };
  return new Promise((resolve, reject) => {
    const outgoing = isSecure ? httpsRequest(options) : httpRequest(options);
    outgoing.on('timeout', () => outgoing.destroy(Object.assign(new Error('no answer'), { code: 'TIMEOUT' })));
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      isSentAgain && outgoing.reusedSocket && error.code === 'ECONNRESET'
        ? resolve(sendHttp(origin, request, { timeout }))
        : reject(error),
    );
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    outgoing.end(body);
  });
}
