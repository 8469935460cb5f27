import type { FastifyInstance } from 'fastify';
import { eventStreams } from '../http/event-stream.ts';
import { fieldsOf, parseJsonObject, replyToForm } from '../http/request-body.ts';
import { languageOf } from '../pages/language.ts';
import { sendPage, serveText } from '../pages/send-page.ts';
import { deskPage } from './chat-desk-page.ts';
import deskScript from './chat-desk.js?raw';
import { chatFrame, chatPolicy } from './chat-frame.ts';
import type { Chat, Visitor } from './chat.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The service accepts calls of this route from any site, because it uses no cookies. */
    allowCrossSite?: boolean;
  }
}

const maxLength = 500;

export async function chatRoutes(
  server: FastifyInstance,
  { chat, brandStyle }: { chat: Chat; brandStyle: () => string },
) {
  const stream = eventStreams(server);
  // The frame posts JSON as text/plain, which needs no CORS preflight.
  server.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_: unknown, body: string) =>
    parseJsonObject(body),
  );

  server.get('/chat', async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', chatPolicy(brandStyle()))
      .header('x-frame-options', 'SAMEORIGIN')
      .header('vary', 'Cookie, Accept-Language')
      .send(chatFrame(languageOf(request).language, brandStyle())),
  );

  server.get('/chat/live', (request, reply) => {
    const uuid = stringOf(fieldsOf(request.query)['visitor']);
    // The sandboxed frame has an opaque origin, which cannot be named.
    void reply.header('access-control-allow-origin', '*');
    return stream(reply, (send) => {
      const sendMessages = () => {
        const conversation = chat.with(uuid);
        if (conversation) send({ messages: conversation.messages });
      };
      sendMessages();
      return chat.watch((changed) => changed === uuid && sendMessages());
    });
  });

  server.post('/chat/messages', { config: { allowCrossSite: true } }, async (request, reply) => {
    const { visitor, text } = fieldsOf(request.body);
    const parsed = parseVisitor(visitor);
    void reply.header('access-control-allow-origin', '*');
    if (!parsed || stringOf(text).trim() === '')
      return reply.code(400).send({ problem: 'visitor: an object with a uuid; text: up to 500 characters' });
    chat.write(parsed, stringOf(text));
    return { taken: true };
  });

  server.get('/chat/conversations', async () => ({ conversations: chat.all() }));
  server.get('/chat/desk', async (request, reply) =>
    sendPage({ server, request, reply }, (view) =>
      deskPage(chat.all(), stringOf(fieldsOf(request.query)['visitor']), view),
    ),
  );
  server.get('/chat/desk/live', (_, reply) => stream(reply, (send) => chat.watch((uuid) => send({ uuid }))));
  server.post('/chat/answers', async (request, reply) => {
    const { uuid, text } = fieldsOf(request.body);
    const conversation = stringOf(text).trim() === '' ? undefined : chat.answer(stringOf(uuid), stringOf(text));
    if (!conversation) return reply.code(400).send({ problem: 'uuid: of a visitor who has written; text: the answer' });
    return replyToForm(request, reply, `/chat/desk?visitor=${stringOf(uuid)}`, conversation);
  });
  serveText(server, '/chat-desk.js', 'text/javascript; charset=utf-8', deskScript);
}

const stringOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, maxLength) : '');

function parseVisitor(value: unknown): Visitor | undefined {
  const { uuid, name, email, mobile } = fieldsOf(value);
  if (!/^[\w-]{1,100}$/.test(stringOf(uuid))) return undefined;
  const details = Object.entries({ name, email, mobile }).filter(([, text]) => stringOf(text) !== '');
  return { uuid: stringOf(uuid), ...Object.fromEntries(details.map(([key, text]) => [key, stringOf(text)])) };
}
