import type { Provider } from 'oidc-provider';
import { type Log, errorFields } from '../../platform/log.ts';
import { backchannelLogout } from '../../store/oidc/oidc-logouts.ts';
import { serviceContext } from '../../store/audit.ts';
import type { OidcLogout } from '../../store/oidc/oidc-logouts.ts';
import type { InTransaction, Stores } from '../../store/stores.ts';

interface SenderDependencies {
  stores: Pick<Stores, 'oidcLogouts'>;
  inTransaction: InTransaction;
  log: Log;
  /** Creates the provider if there is none yet. */
  provider(): Promise<Provider>;
}

interface LogoutReceiver {
  /** Sends the signed logout token; throws unless the application accepts it. */
  backchannelLogout(account: string, sid: string): Promise<void>;
}

/**
 * The end of a session adds the applications to a queue in the database, from which any node sends. The library's own
 * sending, at a sign-out alone and without a second try, is replaced by it.
 */
export function takeLogoutSending(provider: Provider) {
  const receiver = provider.Client.prototype as typeof provider.Client.prototype & LogoutReceiver;
  const send = receiver.backchannelLogout;
  receiver.backchannelLogout = async () => {};
  return send;
}

export function createLogoutSender(
  { stores: { oidcLogouts }, inTransaction, log, provider }: SenderDependencies,
  sendOf: (provider: Provider) => LogoutReceiver['backchannelLogout'],
) {
  /** Takes the message off the queue, and records what became of it. */
  const settle = (logout: OidcLogout, type: 'applicationSignedOut' | 'applicationNotSignedOut') =>
    inTransaction(async (tx) => {
      const { account, client } = logout;
      await tx.oidcLogouts.remove(logout);
      await tx.audit.record({ account, type, details: { client } }, serviceContext);
    });

  async function send(logout: OidcLogout) {
    const { client: id, sid, account, attempts } = logout;
    try {
      const current = await provider();
      const client = await current.Client.find(id);
      if (!client?.backchannelLogoutUri) return await oidcLogouts.remove(logout);
      await sendOf(current).call(client, account, sid);
      await settle(logout, 'applicationSignedOut');
      log.info({ event: 'applicationSignedOut', client: id, account, attempts });
    } catch (error) {
      const isLast = attempts >= backchannelLogout.maxAttempts;
      if (isLast) await settle(logout, 'applicationNotSignedOut');
      const line = { event: 'applicationNotSignedOut', client: id, account, attempts, ...errorFields(error) };
      if (isLast) log.error(line);
      else log.warn(line);
    }
  }

  /** Sends everything that is due. */
  return async () => {
    for (let due = await oidcLogouts.takeDue(); due.length > 0; due = await oidcLogouts.takeDue())
      await Promise.all(due.map(send));
  };
}
