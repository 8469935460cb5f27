import { request as sendRequest } from 'node:http';

/** Forwards a request to the service, and its response back with a CSP that allows hot reloading. */
export function proxyRequest(request, response, port) {
  const { method, url, headers } = request;
  const upstream = sendRequest({ host: '127.0.0.1', port, method, path: url, headers }, (upstreamResponse) => {
    response.writeHead(upstreamResponse.statusCode, relaxPolicy(upstreamResponse.headers));
    upstreamResponse.pipe(response);
  });
  upstream.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(503, { 'content-type': 'text/plain', refresh: '1' }).end('The service is restarting…');
  });
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** Vite injects styles by script and announces changes over a WebSocket. */
function relaxPolicy(headers) {
  const policy = headers['content-security-policy'];
  if (!policy) return headers;
  const relaxed = policy
    .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:");
  return { ...headers, 'content-security-policy': relaxed };
}
