import type { FastifyInstance } from 'fastify';
import { createClock, type Hand } from './clock.ts';
import { clockRoutes } from './clock.routes.ts';
import { takeForms } from './hand-request.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { outboxRoutes } from './outbox.routes.ts';
import { panelRoutes } from './panel/panel.routes.ts';
import { people } from './people.ts';
import { aliyunRoutes } from './sms/aliyun.ts';
import { smsAccount } from './sms/sms-account.ts';
import { createSmsFault } from './sms/sms-fault.ts';
import { smsFaultRoutes } from './sms/sms-fault.routes.ts';
import { tencentRoutes } from './sms/tencent.ts';

/** The outside world, and a panel to try everything by hand. Register it with a prefix, only where nobody real is. */
export async function sandboxRoutes(app: FastifyInstance, hand: Hand & { outbox?: Outbox }) {
  const clock = createClock(hand);
  const outbox = hand.outbox ?? createOutbox(clock.now);
  const fault = createSmsFault();

  takeForms(app);
  app.get('/people', async () => ({ people }));
  await app.register(outboxRoutes, { outbox });
  await app.register(clockRoutes, { clock });
  await app.register(smsFaultRoutes, { fault });
  await app.register(panelRoutes, { outbox, clock, fault });

  const gateway = { account: smsAccount, outbox, fault, now: clock.now };
  await app.register(aliyunRoutes, { ...gateway, prefix: '/sms/aliyun' });
  await app.register(tencentRoutes, { ...gateway, prefix: '/sms/tencent' });
}
