// The declaration must reach every program that takes this file in.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../pages/raw-text.d.ts" />
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { minutes } from '../clock/clock.ts';
import { replyToForm, fieldsOf } from '../http/request-body.ts';
import { sendPage, serveText } from '../pages/send-page.ts';
import { phonePage, type PhoneWorld } from './phone-page.ts';
import style from './phone.css?raw';

const steps = [minutes(1), minutes(5)];

export async function phoneRoutes(app: FastifyInstance, world: PhoneWorld & { publicUrl: string }) {
  const { phone, clock, publicUrl } = world;

  app.get('/phone', async (request, reply) => {
    const { code, scan } = fieldsOf(request.query);
    return sendPage({ app, request, reply }, (view) =>
      phonePage(world, { code: textOf(code), scan: textOf(scan) }, view),
    );
  });

  app.post('/phone/scan', async (request, reply) => {
    const { content, person } = fieldsOf(request.body);
    const scanned = await phone.scan(textOf(content), textOf(person));
    if (!scanned) return reply.code(400).send({ problem: 'content: the address in a code; person: one with the apps' });
    return replyToForm(request, reply, `/phone?scan=${scanned.scan}`, scanned);
  });

  app.post('/phone/answer', async (request, reply) => {
    const { scan, confirm } = fieldsOf(request.body);
    const isSaid = ['true', 'false'].includes(String(confirm));
    const answered = isSaid ? await phone.answer(textOf(scan), String(confirm) === 'true') : undefined;
    if (!answered) return reply.code(400).send({ problem: 'scan: one that was made here; confirm: true or false' });
    return replyToForm(request, reply, `/phone?scan=${answered.scan}`, answered);
  });

  app.post('/phone/clock', async (request, reply) => {
    const { scan, move, reset } = fieldsOf(request.body);
    const step = steps.find((ms) => ms === Number(move));
    if (reset === 'true') clock.reset();
    else if (step === undefined) return reply.code(400).send({ problem: `move: one of ${steps.join(', ')}` });
    else clock.move(step);
    const held = phone.find(textOf(scan));
    return replyToForm(request, reply, held ? `/phone?scan=${textOf(scan)}` : '/phone', { ahead: clock.ahead() });
  });

  /** Whoever scans a code with a camera of their own comes here too. */
  const openPhone = async ({ url }: FastifyRequest, reply: FastifyReply) =>
    reply.redirect(`${app.prefix}/phone?code=${encodeURIComponent(`${publicUrl}${url}`)}`, 303);
  app.get('/alipay/', openPhone);
  app.get('/wechat/q/:id', openPhone);
  app.get('/dingtalk/q/:id', openPhone);

  serveText(app, '/phone.css', 'text/css; charset=utf-8', style);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 2000) : '');
