import { readAccount } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { CallResponse } from '@foyer/contract/call';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createCompleteSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';
import { isOutdated } from '../../platform/passwords.ts';
import { handleCall } from '../../http/route.ts';
import { hashing } from '../../platform/service-limits.ts';
import { accountStore } from '../../store/accounts.ts';
import { knownBrowserStore } from '../../store/known-browsers.ts';
import { type AttemptResult, wholeKey, passwordAttemptStore } from '../../store/password-attempts.ts';

type Told = CallResponse<typeof commitPassword>;

export function passwordLoginRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, passwords, log, metrics } = services;
  const accounts = accountStore(database.sql, agreementVersion);
  const tries = passwordAttemptStore(database.sql, clock, config.limits.wrongPasswords);
  const known = knownBrowserStore(database.sql, clock);
  const completeSignIn = createCompleteSignIn(services);

  handleCall(app, config, commitPassword, async ({ principal: typed, credentials, redirectUrl }, context) => {
    const principal = readAccount(typed);
    if (!principal) return { is: 'malformed' };

    const tell = (told: Told, ouid?: string): Told => {
      log.info({
        event: 'signIn',
        id: context.requestId,
        way: 'password',
        result: told.is,
        address: context.maskedIp,
        ...(ouid && { account: ouid }),
      });
      metrics.signIn('password', told.is);
      return told;
    };

    const slot = passwords.reserveSlot();
    if (!slot) return tell({ is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } });
    try {
      const verdict = await tries.count(principal.value, context.clientIp);
      if (verdict.at !== 'counted') return tell(refusalOf(verdict));

      // An account that is not there, has no password or is disabled is compared all the same, in the same time.
      const [account, atHome] = await Promise.all([
        accounts.find(principal),
        known.knows(principal, context.browserId ?? ''),
      ]);
      // One account, one budget, by whichever name; who has used it up under another hears what a stranger's name would.
      const whole = account?.ouid ?? principal.value;
      const counts = (await tries.countFor(whole, context.clientIp)) || atHome;
      const right = (await slot.matches(account?.passwordHash, credentials)) && counts;
      if (!account || !right) {
        await tries.remember(verdict.keys);
        return tell(wrong(verdict.left, config.limits.wrongPasswords.lockFor), account?.ouid);
      }

      const failuresBefore = await tries.takeBack(verdict.keys, wholeKey(account.ouid, context.clientIp));
      if (account.passwordHash && isOutdated(account.passwordHash))
        await accounts.setPasswordHash(account.ouid, await slot.hash(credentials));

      context.setLoggedAccount(account.ouid);
      const target = resolveRedirect(config, context, [redirectUrl]);
      const proven = { account, way: 'password', factors: ['password'], target, failuresBefore } as const;
      return tell(await completeSignIn(proven, context), account.ouid);
    } finally {
      slot.release();
    }
  });
}

const wrong = (left: number, lockFor: number): Told =>
  left > 0
    ? { is: 'wrongCredentials', data: { attemptsLeft: left } }
    : { is: 'lockedOut', data: { retryAfter: lockFor / seconds(1) } };

function refusalOf(verdict: Exclude<AttemptResult, { at: 'counted' }>): Told {
  const data = { retryAfter: Math.ceil(verdict.for / seconds(1)) };
  switch (verdict.at) {
    case 'waiting':
      return { is: 'waitBeforeRetry', data };
    case 'locked':
      return { is: 'lockedOut', data };
    case 'tooManyFromHere':
      return { is: 'tooManyRequests', data };
  }
}
