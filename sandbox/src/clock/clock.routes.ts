import type { FastifyInstance } from 'fastify';
import { fieldsOf, replyToForm } from '../http/request-body.ts';
import { type Clock, days } from './clock.ts';

const maxMove = days(366);

export async function clockRoutes(server: FastifyInstance, { clock }: { clock: Clock }) {
  const status = () => ({ now: new Date(clock.now()).toISOString(), ahead: clock.ahead() });

  server.get('/clock', async () => status());

  server.post('/clock', async (request, reply) => {
    const change = parseChange(request.body);
    if (!change) {
      const problem = `give move as whole milliseconds, at most ${maxMove} either way, or reset as true`;
      return reply.code(400).send({ problem });
    }
    if (change.is === 'reset') clock.reset();
    else clock.move(change.ms);
    return replyToForm(request, reply, '#clock', status());
  });
}

function parseChange(body: unknown): { is: 'reset' } | { is: 'move'; ms: number } | undefined {
  const { move, reset } = fieldsOf(body);
  if (move === undefined) return reset === true || reset === 'true' ? { is: 'reset' } : undefined;
  if (reset !== undefined) return undefined;
  const ms = typeof move === 'string' && /^-?\d+$/.test(move) ? Number(move) : move;
  if (typeof ms !== 'number' || !Number.isInteger(ms) || Math.abs(ms) > maxMove) return undefined;
  return { is: 'move', ms };
}
