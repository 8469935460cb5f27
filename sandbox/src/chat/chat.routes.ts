import type { FastifyInstance } from 'fastify';
import { replyToForm, fieldsOf } from '../http/request-body.ts';
import { eventStreams } from '../http/event-stream.ts';
import { languageOf } from '../pages/language.ts';
import { sendPage, serveText } from '../pages/send-page.ts';
import type { Chat, Visitor } from './chat.ts';
import { deskPage } from './chat-desk-page.ts';
import { chatFrame, chatPolicy } from './chat-frame.ts';
import deskScript from './chat-desk.js?raw';
import deskStyle from './chat-desk.css?raw';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The service lets it be called from any site: nobody's cookies come with it. */
    fromElsewhere?: boolean;
  }
}

const longest = 500;
const wanted = { problem: 'visitor: who writes, with a uuid; text: up to 500 characters' };

export async function chatRoutes(app: FastifyInstance, { chat }: { chat: Chat }) {
  const stream = eventStreams(app);
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_: unknown, body: string) => read(body));

  app.get('/chat', async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', chatPolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('vary', 'Cookie, Accept-Language')
      .send(chatFrame(languageOf(request).language)),
  );

  app.get('/chat/live', (request, reply) => {
    const uuid = textOf(fieldsOf(request.query)['visitor']);
    // The frame has no origin to be named.
    void reply.header('access-control-allow-origin', '*');
    return stream(reply, (tell) => {
      const show = () => {
        const conversation = chat.with(uuid);
        if (conversation) tell({ said: conversation.said });
      };
      show();
      return chat.watch((changed) => changed === uuid && show());
    });
  });

  app.post('/chat/messages', { config: { fromElsewhere: true } }, async (request, reply) => {
    const { visitor, text } = fieldsOf(request.body);
    const who = visitorOf(visitor);
    void reply.header('access-control-allow-origin', '*');
    if (!who || textOf(text).trim() === '') return reply.code(400).send(wanted);
    chat.write(who, textOf(text));
    return { taken: true };
  });

  app.get('/chat/conversations', async () => ({ conversations: chat.all() }));
  app.get('/chat/desk', async (request, reply) =>
    sendPage({ app, request, reply }, (view) => deskPage(chat.all(), view)),
  );
  app.get('/chat/desk/live', (_, reply) => stream(reply, (tell) => chat.watch((uuid) => tell({ uuid }))));
  app.post('/chat/answers', async (request, reply) => {
    const { uuid, text } = fieldsOf(request.body);
    const answered = textOf(text).trim() === '' ? undefined : chat.answer(textOf(uuid), textOf(text));
    if (!answered) return reply.code(400).send({ problem: 'uuid: of someone who has written; text: what to answer' });
    return replyToForm(request, reply, '/chat/desk', answered);
  });
  serveText(app, '/chat-desk.js', 'text/javascript; charset=utf-8', deskScript);
  serveText(app, '/chat-desk.css', 'text/css; charset=utf-8', deskStyle);
}

function read(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, longest) : '');

function visitorOf(value: unknown): Visitor | undefined {
  const { uuid, name, email, mobile } = fieldsOf(value);
  if (!/^[\w-]{1,100}$/.test(textOf(uuid))) return undefined;
  const known = Object.entries({ name, email, mobile }).filter(([, text]) => textOf(text) !== '');
  return { uuid: textOf(uuid), ...Object.fromEntries(known.map(([key, text]) => [key, textOf(text)])) };
}
