import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import { days } from '../clock/clock.ts';
import { replyToForm, fieldsOf } from '../http/request-body.ts';

const farthest = days(366);

export async function clockRoutes(app: FastifyInstance, { clock }: { clock: Clock }) {
  const told = () => ({ now: new Date(clock.now()).toISOString(), ahead: clock.ahead() });

  app.get('/clock', async () => told());

  app.post('/clock', async (request, reply) => {
    const wish = readWish(request.body);
    if (!wish) {
      const problem = `give move as whole milliseconds, at most ${farthest} either way, or reset as true`;
      return reply.code(400).send({ problem });
    }
    if (wish.is === 'reset') clock.reset();
    else clock.move(wish.ms);
    return replyToForm(request, reply, '#clock', told());
  });
}

function readWish(body: unknown): { is: 'reset' } | { is: 'move'; ms: number } | undefined {
  const { move, reset } = fieldsOf(body);
  if (move === undefined) return reset === true || reset === 'true' ? { is: 'reset' } : undefined;
  if (reset !== undefined) return undefined;
  const ms = typeof move === 'string' && /^-?\d+$/.test(move) ? Number(move) : move;
  if (typeof ms !== 'number' || !Number.isInteger(ms) || Math.abs(ms) > farthest) return undefined;
  return { is: 'move', ms };
}
