import type { Services } from '../../services.ts';
import { appOf, companyOf } from '../../store/accounts/identities.ts';
import type { CanSend } from './second-factors.ts';

/**
 * The ways in which a person can sign in to an account. The last one cannot be removed: a flow that removes one locks the
 * row of the account first, and rolls back with `lastWayIn` if none is left.
 */
export async function waysIn(
  { config, messenger, stores }: Pick<Services, 'config' | 'stores'> & { messenger: CanSend },
  ouid: string,
): Promise<string[]> {
  const account = await stores.accounts.findByOuid(ouid);
  if (!account) return [];
  const { mobile, email, passwordHash } = account;
  const linked = await linkedWaysIn({ config, stores }, ouid);
  const hasPasskey = config.passkeys !== undefined && (await stores.passkeys.hasAny(ouid));
  return [
    ...(passwordHash && (mobile ?? email) ? ['password'] : []),
    ...(mobile && messenger.sms ? ['mobile'] : []),
    ...(email && messenger.mail ? ['email'] : []),
    ...(hasPasskey ? ['passkey'] : []),
    ...linked,
  ];
}

/** The apps and companies by which a person can sign in to an account. */
export async function linkedWaysIn(services: Pick<Services, 'config' | 'stores'>, ouid: string): Promise<string[]> {
  const linked: string[] = [];
  for (const { provider } of await services.stores.identities.listByAccount(ouid))
    if (await canSignInWith(services, provider)) linked.push(provider);
  return linked;
}

/** Whether the app or WeCom is configured, or the company has a connection. Otherwise a linked identity is no way in. */
async function canSignInWith({ config, stores }: Pick<Services, 'config' | 'stores'>, provider: string) {
  const app = appOf(provider);
  if (app) return config.page.methods.scan.includes(app);
  const company = companyOf(provider);
  if (company === undefined) return config.sso.wecom !== undefined;
  return config.sso.enabled && (await stores.companies.find(company)) !== undefined;
}
