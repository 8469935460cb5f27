import { request as ask } from 'node:http';

/** Hands a request to the service and its answer back, with the policy that reloading styles needs. */
export function passOn(request, response, port) {
  const { method, url, headers } = request;
  const onward = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode, loosened(answer.headers));
    answer.pipe(response);
  });
  onward.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(503, { 'content-type': 'text/plain', refresh: '1' }).end('The service is restarting…');
  });
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

/** While working, Vite puts styles into the page by script and tells of changes over a socket. */
function loosened(headers) {
  const policy = headers['content-security-policy'];
  if (!policy) return headers;
  const loose = policy
    .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:");
  return { ...headers, 'content-security-policy': loose };
}
