import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appsIn } from '../apps/sandbox-apps.ts';
import { minutes } from '../clock/clock.ts';
import { fieldsOf, replyToForm } from '../http/request-body.ts';
import { sendPage } from '../pages/send-page.ts';
import { phonePage, type PhonePageOptions } from './phone-page.ts';

const clockMoves = [minutes(1), minutes(5)];

export async function phoneRoutes(server: FastifyInstance, options: PhonePageOptions & { publicUrl: string }) {
  const { phone, clock, publicUrl } = options;

  server.get('/phone', async (request, reply) => {
    const { code, scan } = fieldsOf(request.query);
    return sendPage({ server, request, reply }, (view) =>
      phonePage(options, { text: stringOf(code), scanId: stringOf(scan) }, view),
    );
  });

  server.post('/phone/scan', async (request, reply) => {
    const { content, person } = fieldsOf(request.body);
    const result = await phone.scan(stringOf(content), stringOf(person));
    if (!result)
      return reply.code(400).send({ problem: 'content: the text in a QR code; person: the id of one with the apps' });
    return replyToForm(request, reply, `/phone?scan=${result.scan}`, result);
  });

  server.post('/phone/answer', async (request, reply) => {
    const { scan, confirm } = fieldsOf(request.body);
    const isAnswer = ['true', 'false'].includes(String(confirm));
    const result = isAnswer ? await phone.answer(stringOf(scan), String(confirm) === 'true') : undefined;
    if (!result) return reply.code(400).send({ problem: 'scan: the id of a scan; confirm: true or false' });
    return replyToForm(request, reply, `/phone?scan=${result.scan}`, result);
  });

  server.post('/phone/clock', async (request, reply) => {
    const { scan, move, reset } = fieldsOf(request.body);
    const ms = clockMoves.find((each) => each === Number(move));
    if (reset === 'true') clock.reset();
    else if (ms === undefined) return reply.code(400).send({ problem: `move: one of ${clockMoves.join(', ')}` });
    else clock.move(ms);
    const page = phone.find(stringOf(scan)) ? `/phone?scan=${stringOf(scan)}` : '/phone';
    return replyToForm(request, reply, page, { ahead: clock.ahead() });
  });

  const openPhone = async ({ url }: FastifyRequest, reply: FastifyReply) =>
    reply.redirect(`${server.prefix}/phone?code=${encodeURIComponent(`${publicUrl}${url}`)}`, 303);
  for (const [name, { qrPath }] of appsIn(options.apps)) if (qrPath) server.get(`/${name}${qrPath}`, openPhone);
}

const stringOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 2000) : '');
