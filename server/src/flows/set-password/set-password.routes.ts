import type { CallResponse } from '@foyer/contract/call';
import { setPassword } from '@foyer/contract/flows/set-password';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../http/route.ts';
import { hashing } from '../../platform/service-limits.ts';
import { passwordOfferStore } from '../../store/password-offers.ts';
import { sessionStore } from '../../store/sessions.ts';

type Told = CallResponse<typeof setPassword>;

export function setPasswordRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, passwords, isCommonPassword, notices, log } = services;
  const sessions = sessionStore(database.sql, clock, random, config.limits.session);
  const offers = passwordOfferStore(database.sql, clock, random);

  handleCall(app, config, setPassword, async ({ serviceId, newPassword }, context) => {
    const here = await sessions.find(context.sessionToken);
    if (!here) return { is: 'notSignedIn' };
    const { session, account } = here;
    context.setLoggedAccount(account.ouid);
    const tell = (told: Told): Told => {
      log.info({ event: 'firstPassword', id: context.requestId, result: told.is, account: account.ouid });
      return told;
    };

    if (account.passwordHash) return tell({ is: 'passwordAlreadySet' });
    if (!(await offers.stands(serviceId, session.id))) return tell({ is: 'unknownService' });
    const own = [account.mobile, account.email].filter((one) => one !== null);
    if (isCommonPassword(newPassword, own)) return tell({ is: 'commonPassword' });

    const slot = passwords.reserveSlot();
    if (!slot) return tell({ is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } });
    try {
      const hash = await slot.hash(newPassword);
      const taken = await database.sql.transaction((tx) =>
        passwordOfferStore(tx, clock, random).take(serviceId, session.id, hash),
      );
      if (taken === 'set') {
        notices.tell(account, 'passwordChanged', context);
        return tell({ is: 'done', data: null });
      }
      return tell({ is: taken === 'gone' ? 'unknownService' : 'passwordAlreadySet' });
    } finally {
      slot.release();
    }
  });
}
