import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { acceptText, fieldsOf } from '../http/request-body.ts';
import { soloDocument } from '../pages/document.ts';
import { type Html, html } from '../pages/html.ts';
import { type Language, languageOf } from '../pages/language.ts';
import { sendHtml } from '../pages/send-page.ts';
import { textsIn } from '../pages/texts.ts';
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
  /** What the service knows of the person. */
  name: string | undefined;
  idNumber: string | undefined;
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
    async notify({ accountId, notifyPath, contextId }: Verification, success: boolean) {
      const body = JSON.stringify({ accountId, success, timestamp: now(), contextId });
      const headers = { 'content-type': 'application/json', 'x-identity-signature': sign(body) };
      return callService(notifyPath, { method: 'POST', headers, body });
    },
  };
}

/** The API that the service calls. */
export async function identityGatewayRoutes(
  server: FastifyInstance,
  { identity, publicUrl }: { identity: IdentityVerifier; publicUrl: string },
) {
  acceptText(server);
  server.post<{ Params: { accountId: string } }>(
    '/v2/identity/auth/web/:accountId/indivIdentityUrl',
    async (request, reply) => {
      const body = String(request.body);
      if (request.headers['x-identity-signature'] !== sign(body)) return reply.code(401).send({ code: 401 });
      const { contextInfo, notifyUrl, indivInfo } = fieldsOf(JSON.parse(body));
      const { name, certNo } = fieldsOf(indivInfo);
      const { redirectUrl, showResultPage, contextId } = fieldsOf(contextInfo);
      const url = identity.create({
        accountId: request.params.accountId,
        redirectUrl: String(redirectUrl),
        showResultPage: showResultPage === true,
        notifyPath: String(notifyUrl).slice(publicUrl.length),
        contextId: textOf(contextId),
        name: textOf(name),
        idNumber: textOf(certNo),
      });
      return { code: 0, data: { url } };
    },
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const texts = {
  'zh-CN': {
    name: '姓名',
    idNumber: '证件号',
    provider: '身份认证服务',
    title: '实名认证',
    lead: '签署合同前需要完成一次。',
    pass: '认证通过',
    fail: '模拟失败',
    later: '暂不认证',
    passed: '认证完成',
    passedLead: '您的身份已经确认。',
    failed: '认证未通过',
    failedLead: '身份信息未能核实，账号仍为未实名。',
    continue: '继续',
  },
  'en-US': {
    name: 'Name',
    idNumber: 'ID number',
    provider: 'Identity verification',
    title: 'Verify your identity',
    lead: 'Do this once before you sign a contract.',
    pass: 'Pass',
    fail: 'Simulate failure',
    later: 'Not now',
    passed: 'Verified',
    passedLead: 'Your identity has been confirmed.',
    failed: 'Verification failed',
    failedLead: 'Your identity couldn’t be confirmed. The account stays unverified.',
    continue: 'Continue',
  },
};

/** The verification page: one click passes or fails the verification and returns to the service. */
export async function identityPageRoutes(
  server: FastifyInstance,
  { identity, base }: { identity: IdentityVerifier; base: string },
) {
  type VerificationRequest = { Params: { id: string } };
  const page = (language: Language, title: string, lead: string, actions: Html) =>
    soloDocument(
      language,
      base,
      title,
      html`<p class="provider">
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 3 5 5.5v6c0 4.5 3 7.5 7 9.5 4-2 7-5 7-9.5v-6ZM9 12l2.2 2.2L15.5 10" />
          </svg>
          ${texts[language].provider} <span class="badge badge-warn">${textsIn(language).title}</span>
        </p>
        <h1>${title}</h1>
        <p class="lead">${lead}</p>
        ${actions}`,
    );

  server.get<VerificationRequest>('/:id', async (request, reply) => {
    const { id } = request.params;
    const verification = identity.find(id);
    if (!verification) return reply.code(404).send();
    const { language } = languageOf(request);
    const { title, lead, pass, fail, later, name, idNumber } = texts[language];
    const fact = (label: string, value: string | undefined) =>
      value &&
      html`<div>
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`;
    const actions = html`<dl class="facts">
        ${fact(name, verification.name)}
        ${fact(idNumber, verification.idNumber?.replace(/(?<=^.{3}).*(?=.{4}$)/, ' ••• ••• '))}
      </dl>
      <p class="actions">
        <a class="plain" href="${server.prefix}/${id}/fail">${fail}</a>
        <a class="primary" href="${server.prefix}/${id}/verify">${pass}</a>
      </p>
      <p class="after"><a href="${verification.redirectUrl}">${later}</a></p>`;
    return sendHtml(reply, page(language, title, lead, actions));
  });

  const resultRoute = (path: string, success: boolean) =>
    server.get<VerificationRequest>(path, async (request, reply) => {
      const verification = identity.find(request.params.id);
      if (!verification) return reply.code(404).send();
      await identity.notify(verification, success);
      if (!verification.showResultPage) return reply.redirect(verification.redirectUrl, 303);
      const { language } = languageOf(request);
      const { passed, passedLead, failed, failedLead, continue: next } = texts[language];
      const action = html`<p class="actions"><a class="primary" href="${verification.redirectUrl}">${next}</a></p>`;
      const [title, lead] = success ? [passed, passedLead] : [failed, failedLead];
      return sendHtml(reply, page(language, title, lead, action));
    });
  resultRoute('/:id/verify', true);
  resultRoute('/:id/fail', false);
}
