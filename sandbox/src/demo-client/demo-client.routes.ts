import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import { acceptForms, fieldsOf } from '../http/request-body.ts';
import { languageOf, localize } from '../pages/language.ts';
import { sendPage, serveText } from '../pages/send-page.ts';
import { type DemoClient, twoFactors } from './demo-client.ts';
import icon from './demo-client.svg?raw';
import { demoClientIcon, demoClientPath } from './demo-client-frame.ts';
import { demoClientPage, documentPage, expiryOf } from './demo-client-pages.ts';
import type { DemoClientSessions, PendingRequest, SignedInPerson } from './demo-client-sessions.ts';
import { type ContractDocument, documents } from './documents.ts';

export interface DemoClientParts {
  client: DemoClient;
  sessions: DemoClientSessions;
}

const cookie = 'sandbox_contracts';

/** The pages of the application that people sign in to. */
export async function demoClientRoutes(
  server: FastifyInstance,
  { client, sessions, clock }: DemoClientParts & { clock: Pick<Clock, 'now'> },
) {
  type DocumentRequest = FastifyRequest<{ Params: { document: string } }>;
  const home = `${server.prefix}${demoClientPath}`;

  serveText(server, demoClientIcon, 'image/svg+xml', icon);

  server.get(demoClientPath, async (request, reply) => {
    const session = sessionOf(request);
    const { person, signedOut = false } = session ?? {};
    delete session?.signedOut;
    const signatureOf = (document: string) => sessions.signatureOf(document, session);
    return sendPage({ server, request, reply }, (view) =>
      demoClientPage({ now: clock.now(), person, signatureOf, signedOut }, view),
    );
  });

  server.get(`${demoClientPath}/:document`, async (request: DocumentRequest, reply) => {
    const document = find(request);
    if (!document) return reply.redirect(home, 303);
    const session = sessionOf(request);
    const { person, problem } = session ?? {};
    delete session?.problem;
    const signature = sessions.signatureOf(document.id, session);
    const isNew = session?.signed === document.id;
    if (isNew) delete session.signed;
    const state = {
      now: clock.now(),
      document,
      person,
      problem,
      signature,
      isNew,
      maySign: !person || maySign(document, person),
    };
    return sendPage({ server, request, reply }, (view) => documentPage(state, view));
  });

  server.post(`${demoClientPath}/:document/sign-in`, async (request: DocumentRequest, reply) => {
    const document = find(request);
    if (!document) return reply.redirect(home, 303);
    const person = sessionOf(request)?.person;
    // Without a new sign-in the provider would answer with the person who is signed in.
    return ask(request, reply, { for: 'signIn', document, again: person !== undefined });
  });

  server.post(`${demoClientPath}/:document/sign`, async (request: DocumentRequest, reply) => {
    const document = find(request);
    if (!document) return reply.redirect(home, 303);
    return ask(request, reply, { for: 'signature', document, acr: twoFactors });
  });

  server.get(`${demoClientPath}/callback`, async (request, reply) => {
    const session = sessionOf(request);
    const state = String(fieldsOf(request.query)['state']);
    const pending = session?.pending.get(state);
    if (!session || !pending) return reply.redirect(home, 303);
    session.pending.delete(state);
    const page = `${home}/${pending.document}`;
    const result = await client.signedIn(request.url, state, pending);
    if (result.is === 'refused') {
      session.problem = result.problem;
      return reply.redirect(page, 303);
    }
    const before = session.person;
    session.person = result.person;
    if (pending.for === 'signature') sign(pending, session, before);
    // A new id after a sign-in: another person may have planted the one before it in this browser.
    sessions.end(cookieOf(request) ?? '');
    setCookie(request, reply, sessions.open(session).id);
    return reply.redirect(page, 303);
  });

  server.post(`${demoClientPath}/sign-out`, async (request, reply) => {
    const session = sessionOf(request);
    const person = session?.person;
    sessions.end(cookieOf(request) ?? '');
    // The provider sends the browser to the list of documents after a sign-out.
    if (session) setCookie(request, reply, sessions.open({ ...sessions.afterSignOut(session), signedOut: true }).id);
    return reply.redirect(person ? await client.signOutUrl(person) : home, 303);
  });

  type Session = NonNullable<ReturnType<DemoClientSessions['find']>>;
  interface Question extends Pick<PendingRequest, 'for'> {
    document: ContractDocument;
    acr?: string;
    again?: boolean;
  }

  /** Sends the browser to the provider. */
  async function ask(request: FastifyRequest, reply: FastifyReply, { document, ...question }: Question) {
    let session = sessionOf(request);
    if (!session) {
      const opened = sessions.open();
      session = opened.session;
      setCookie(request, reply, opened.id);
    }
    const { language } = languageOf(request);
    const signer = document.signer?.mobile ?? document.signer?.email;
    const asked = await client.request({
      ...question,
      language,
      document: {
        title: localize(document.title, language),
        sender: localize(document.sender, language),
        expires_at: Math.floor(expiryOf(document, clock.now()) / 1000),
        ...(signer && { signer }),
      },
    });
    if (!asked) {
      session.problem = 'unavailable';
      return reply.redirect(`${home}/${document.id}`, 303);
    }
    const { url, state, nonce, verifier } = asked;
    session.pending.set(state, { for: question.for, document: document.id, nonce, verifier });
    return reply.redirect(url, 303);
  }

  /** Signs if the provider confirms two factors of the person who pressed the button. */
  function sign({ document: id }: PendingRequest, session: Session, before: SignedInPerson | undefined) {
    const { person } = session;
    const document = documents.find((one) => one.id === id);
    if (!person || !document) return;
    if (before?.sub !== person.sub || !maySign(document, person)) session.problem = 'otherPerson';
    else if (person.acr !== twoFactors) session.problem = 'oneFactor';
    else {
      sessions.sign({ document: id, at: clock.now(), person });
      session.signed = id;
    }
  }

  const find = ({ params }: DocumentRequest) => documents.find(({ id }) => id === params.document);
  const sessionOf = (request: FastifyRequest) => sessions.find(cookieOf(request));
  const cookieOf = ({ headers }: FastifyRequest) =>
    new RegExp(`(?:^|;\\s*)${cookie}=([^;]+)`).exec(headers.cookie ?? '')?.[1];

  function setCookie({ protocol }: FastifyRequest, reply: FastifyReply, value: string) {
    const attributes = [`Path=${home}`, 'HttpOnly', 'SameSite=Lax'];
    if (protocol === 'https') attributes.push('Secure');
    reply.header('set-cookie', `${cookie}=${value}; ${attributes.join('; ')}`);
  }
}

function maySign({ signer }: ContractDocument, { phoneNumber, email }: SignedInPerson): boolean {
  if (!signer) return true;
  return signer.mobile ? phoneNumber === `+86${signer.mobile}` : email === signer.email;
}

/** Where the service reports the end of a session. */
export async function demoClientLogoutRoutes(server: FastifyInstance, { client, sessions }: DemoClientParts) {
  server.removeAllContentTypeParsers();
  acceptForms(server);
  server.post('/logout', async (request, reply) => {
    const sid = await client.sessionEndedBy(String(fieldsOf(request.body)['logout_token']));
    if (sid === undefined) return reply.code(400).send({ error: 'invalid_request' });
    sessions.endBySid(sid);
    return reply.header('cache-control', 'no-store').code(204).send();
  });
}
