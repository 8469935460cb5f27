import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { acceptText, fieldsOf } from '../http/request-body.ts';
import { htmlDocument } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { type Language, languageOf } from '../pages/language.ts';
import { sendHtml } from '../pages/send-page.ts';
import type { ServiceAccess } from '../service-client.ts';

/** Signs the calls in both directions. Valid in this sandbox only. */
const secret = 'sandbox-identity-secret';
const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');

interface Verification {
  accountId: string;
  redirectUrl: string;
  showResultPage: boolean;
  notifyPath: string;
  contextId: string | undefined;
}

export type IdentityVerifier = ReturnType<typeof createIdentityVerifier>;

/** The provider of real-name verification: a page for each verification, and a notification to the service. */
export function createIdentityVerifier({
  now,
  publicUrl,
  callService,
}: Pick<ServiceAccess, 'now' | 'publicUrl' | 'callService'>) {
  const verifications = new Map<string, Verification>();
  return {
    secret,
    /** Returns the URL of the verification page. */
    create(verification: Verification): string {
      const id = randomBytes(16).toString('base64url');
      verifications.set(id, verification);
      return `${publicUrl}/sandbox/identity/${id}`;
    },
    find: (id: string) => verifications.get(id),
    async notify({ accountId, notifyPath, contextId }: Verification) {
      const body = JSON.stringify({ accountId, success: true, timestamp: now(), contextId });
      const headers = { 'content-type': 'application/json', 'x-identity-signature': sign(body) };
      return callService(notifyPath, { method: 'POST', headers, body });
    },
  };
}

/** The API that the service calls. */
export async function identityGatewayRoutes(
  app: FastifyInstance,
  { identity, publicUrl }: { identity: IdentityVerifier; publicUrl: string },
) {
  acceptText(app);
  app.post<{ Params: { accountId: string } }>(
    '/v2/identity/auth/web/:accountId/indivIdentityUrl',
    async (request, reply) => {
      const body = String(request.body);
      if (request.headers['x-identity-signature'] !== sign(body)) return reply.code(401).send({ code: 401 });
      const { contextInfo, notifyUrl } = fieldsOf(JSON.parse(body));
      const { redirectUrl, showResultPage, contextId } = fieldsOf(contextInfo);
      const url = identity.create({
        accountId: request.params.accountId,
        redirectUrl: String(redirectUrl),
        showResultPage: showResultPage === true,
        notifyPath: String(notifyUrl).slice(publicUrl.length),
        contextId: typeof contextId === 'string' ? contextId : undefined,
      });
      return { code: 0, data: { url } };
    },
  );
}

const texts = {
  'zh-CN': { title: '实名认证', verify: '认证通过', later: '暂不认证', done: '认证完成', continue: '继续' },
  'en-US': {
    title: 'Real-name verification',
    verify: 'Verify me',
    later: 'Not now',
    done: 'Verified',
    continue: 'Continue',
  },
};

/** The verification page: one click verifies the person and returns to the service. */
export async function identityPageRoutes(
  app: FastifyInstance,
  { identity, base }: { identity: IdentityVerifier; base: string },
) {
  type VerificationRequest = { Params: { id: string } };
  const page = (language: Language, title: string, links: [url: string, label: string][]) =>
    htmlDocument(
      { language, title, base, styles: ['panel.css'] },
      html`<main>
        <div class="intro"><h1>${title}</h1></div>
        <ul class="cards">
          ${links.map(([url, label]) => html`<li class="card"><a class="go" href="${url}">${label}</a></li>`)}
        </ul>
      </main>`,
    );

  app.get<VerificationRequest>('/:id', async (request, reply) => {
    const { id } = request.params;
    const verification = identity.find(id);
    if (!verification) return reply.code(404).send();
    const { language } = languageOf(request);
    const { title, verify, later } = texts[language];
    const links: [string, string][] = [
      [`${app.prefix}/${id}/verify`, verify],
      [verification.redirectUrl, later],
    ];
    return sendHtml(reply, page(language, title, links));
  });

  app.get<VerificationRequest>('/:id/verify', async (request, reply) => {
    const verification = identity.find(request.params.id);
    if (!verification) return reply.code(404).send();
    await identity.notify(verification);
    if (!verification.showResultPage) return reply.redirect(verification.redirectUrl, 303);
    const { language } = languageOf(request);
    return sendHtml(
      reply,
      page(language, texts[language].done, [[verification.redirectUrl, texts[language].continue]]),
    );
  });
}
