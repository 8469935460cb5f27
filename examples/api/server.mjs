import { createServer } from 'node:http';
import { tokenChecker } from './check-token.mjs';

const { ISSUER = 'http://localhost:3000', AUDIENCE = 'http://localhost:4100', PORT = '4100' } = process.env;
const { CLIENT_ID: id, CLIENT_SECRET: secret } = process.env;
const check = tokenChecker({
  issuer: ISSUER,
  audience: AUDIENCE,
  ...(id && secret && { client: { id, secret } }),
});

/** What each path needs. */
const scopes = /** @type {Record<string, string>} */ ({ 'GET /contracts': 'contracts:read' });

createServer((request, response) => {
  answer(request.method ?? '', request.url ?? '', request.headers.authorization).then(
    ({ status, challenge, body }) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...(challenge && { 'WWW-Authenticate': challenge }) })
        .end(JSON.stringify(body)),
    (error) => {
      console.error(error);
      response.writeHead(503).end();
    },
  );
}).listen(Number(PORT), () => console.log(`Contracts API    http://localhost:${PORT}/contracts`));

/**
 * @param {string} method
 * @param {string} path
 * @param {string | undefined} authorization
 */
async function answer(method, path, authorization) {
  const scope = scopes[`${method} ${path}`];
  if (scope === undefined) return { status: 404, body: {} };
  const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) return { status: 401, challenge: 'Bearer', body: {} };
  const access = await check(token);
  if (!access) return { status: 401, challenge: 'Bearer error="invalid_token"', body: {} };
  if (!access.scopes.includes(scope))
    return { status: 403, challenge: `Bearer error="insufficient_scope", scope="${scope}"`, body: {} };
  return { status: 200, body: { contracts: ['Lease agreement 2026'], readBy: access.subject } };
}
