import type { Services } from '../../services.ts';

/** Whether text messages and mails can be sent. */
export type CanSend = Record<'sms' | 'mail', unknown>;

/**
 * The ways in which a person can sign in to an account. What removes one of them locks the account, removes it, and undoes
 * that with `lastWayIn` if none is left: the last way in cannot be removed.
 */
export async function waysIn(
  { config, messenger, stores }: Pick<Services, 'config' | 'stores'> & { messenger: CanSend },
  ouid: string,
): Promise<string[]> {
  const account = await stores.accounts.findByOuid(ouid);
  if (!account) return [];
  const { mobile, email, passwordHash } = account;
  const linked = await stores.identities.listByAccount(ouid);
  const hasPasskey = config.passkeys !== undefined && (await stores.passkeys.hasAny(ouid));
  return [
    ...(passwordHash && (mobile ?? email) ? ['password'] : []),
    ...(mobile && messenger.sms ? ['mobile'] : []),
    ...(email && messenger.mail ? ['email'] : []),
    ...(hasPasskey ? ['passkey'] : []),
    ...linked.map(({ provider }) => provider),
  ];
}
