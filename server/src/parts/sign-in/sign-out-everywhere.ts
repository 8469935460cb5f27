import type { Services } from '../../services.ts';
import type { Sql } from '../../database/database.ts';
import { pendingSignInStore } from '../../store/pending-sign-ins.ts';
import { sessionStore } from '../../store/sessions.ts';
import { trustedBrowserStore } from '../../store/trusted-browsers.ts';

/** Ends all that an account has open anywhere: sessions, sign-ins under way, and trust in browsers. */
export function createSignOutEverywhere({ config, database, clock, random }: Services) {
  const sessions = sessionStore(database.sql, clock, random, config.limits.session);
  const held = pendingSignInStore(database.sql, clock, random);
  const trusted = trustedBrowserStore(database.sql, clock, random);

  return async function signOutEverywhere(account: string, tx: Sql) {
    await sessions.endAll(account, tx);
    await held.endAll(account, tx);
    await trusted.endAll(account, tx);
  };
}
