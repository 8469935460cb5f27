import type { Services } from '../../services.ts';

/** Whether text messages and mails can be sent. */
export type CanSend = Record<'sms' | 'mail', unknown>;

/**
 * The ways in which a person can sign in to an account. The last one cannot be removed: a flow that removes one locks the
 * account first, and rolls back with `lastWayIn` if none is left.
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
