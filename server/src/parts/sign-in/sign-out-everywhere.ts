import type { House } from '../../services.ts';
import type { Sql } from '../../database/database.ts';
import { heldSignInStore } from '../../store/pending-sign-ins.ts';
import { sessionStore } from '../../store/sessions.ts';
import { trustedBrowserStore } from '../../store/trusted-browsers.ts';

/** Ends all that an account has open anywhere: sessions, sign-ins under way, and trust in browsers. */
export function createSignOutEverywhere({ config, database, clock, chance }: House) {
  const sessions = sessionStore(database.sql, clock, chance, config.limits.session);
  const held = heldSignInStore(database.sql, clock, chance);
  const trusted = trustedBrowserStore(database.sql, clock, chance);

  return async function signOutEverywhere(account: string, tx: Sql) {
    await sessions.endAll(account, tx);
    await held.endAll(account, tx);
    await trusted.endAll(account, tx);
  };
}
