import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CallService } from '../service-client.ts';
import { html } from '../pages/html.ts';
import { languageOf } from '../pages/language.ts';
import { fieldsOf } from '../http/request-body.ts';

/** Signs what the service and this one tell each other. It opens nothing but this sandbox. */
const secret = 'sandbox-identity-secret';
const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');

interface Verification {
  accountId: string;
  redirectUrl: string;
  showResultPage: boolean;
  notifyPath: string;
}

export type IdentityVerifier = ReturnType<typeof createIdentityVerifier>;

/** The service that verifies who people are: a page for each who asks, and a word to the service when it is done. */
export function createIdentityVerifier({
  now,
  publicUrl,
  callService,
}: {
  now(): number;
  publicUrl: string;
  callService: CallService;
}) {
  const cases = new Map<string, Verification>();
  return {
    secret,
    open(one: Verification): string {
      const id = randomBytes(16).toString('base64url');
      cases.set(id, one);
      return `${publicUrl}/sandbox/identity/${id}`;
    },
    find: (id: string) => cases.get(id),
    async verify({ accountId, notifyPath }: Verification) {
      const body = JSON.stringify({ accountId, success: true, timestamp: now() });
      const headers = { 'content-type': 'application/json', 'x-identity-signature': sign(body) };
      return callService(notifyPath, { method: 'POST', headers, body });
    },
  };
}

/** What the service asks it. */
export async function identityGatewayRoutes(
  app: FastifyInstance,
  { identity, publicUrl }: { identity: IdentityVerifier; publicUrl: string },
) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body);
  app.post<{ Params: { accountId: string } }>(
    '/v2/identity/auth/web/:accountId/indivIdentityUrl',
    async (request, reply) => {
      const body = String(request.body);
      if (request.headers['x-identity-signature'] !== sign(body)) return reply.code(401).send({ code: 401 });
      const asked = fieldsOf(JSON.parse(body));
      const { redirectUrl, showResultPage } = fieldsOf(asked['contextInfo']);
      const notifyPath = String(asked['notifyUrl']).slice(publicUrl.length);
      const { accountId } = request.params;
      const one = { accountId, redirectUrl: String(redirectUrl), showResultPage: showResultPage === true, notifyPath };
      return { code: 0, data: { url: identity.open(one) } };
    },
  );
}

const words = {
  'zh-CN': { title: '实名认证', verify: '认证通过', later: '暂不认证', done: '认证完成', go: '继续' },
  'en-US': { title: 'Real-name verification', verify: 'Verify me', later: 'Not now', done: 'Verified', go: 'Go on' },
};

/** Its page: a press verifies, and leads back. */
export async function identityPageRoutes(
  app: FastifyInstance,
  { identity, base }: { identity: IdentityVerifier; base: string },
) {
  type Named = { Params: { id: string } };
  const page = (language: keyof typeof words, title: string, links: [string, string][]) =>
    html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
          <link rel="stylesheet" href="${base}/panel.css" />
        </head>
        <body>
          <main>
            <div class="intro"><h1>${title}</h1></div>
            <ul class="cards">
              ${links.map(([address, label]) => html`<li class="card"><a class="go" href="${address}">${label}</a></li>`)}
            </ul>
          </main>
        </body>
      </html>`.toString();

  app.get<Named>('/:id', async (request, reply) => {
    const one = identity.find(request.params.id);
    if (!one) return reply.code(404).send();
    const { language } = languageOf(request);
    const { title, verify, later } = words[language];
    const links: [string, string][] = [
      [`${app.prefix}/${request.params.id}/verify`, verify],
      [one.redirectUrl, later],
    ];
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page(language, title, links));
  });

  app.get<Named>('/:id/verify', async (request, reply) => {
    const one = identity.find(request.params.id);
    if (!one) return reply.code(404).send();
    await identity.verify(one);
    if (!one.showResultPage) return reply.redirect(one.redirectUrl, 303);
    const { language } = languageOf(request);
    const { done, go } = words[language];
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page(language, done, [[one.redirectUrl, go]]));
  });
}
