import type { DataOf } from '@foyer/contract/call';
import type { Language } from '@foyer/contract/language';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import type { OpenSession, getCurrentAccount } from '@foyer/contract/flows/session';
import type { Services } from '../../services.ts';
import { securityOf } from '../../parts/sign-in/security-of.ts';
import { nameIn } from '../../platform/masking.ts';
import { clientNameIn } from '../../store/oidc/oidc-clients.ts';
import type { Stores } from '../../store/stores.ts';

type Found = NonNullable<Awaited<ReturnType<Stores['sessions']['find']>>>;

/** What a signed-in person sees of their account: the call reads it, and the account page is rendered with it. */
export async function describeAccount(
  services: Services,
  { account, session }: Pick<Found, 'account' | 'session'>,
  language: Language,
): Promise<DataOf<typeof getCurrentAccount>> {
  const { identities, oidcPermissions, sessions } = services.stores;
  const { ouid, mobile, email, realNameAt, idNumber } = account;
  const name = nameIn(language, account);
  const [open, linked, allowed] = await Promise.all([
    sessions.listByAccount(ouid),
    identities.listByAccount(ouid),
    oidcPermissions.listByAccount(ouid),
  ]);
  return {
    ouid,
    ...(name && { name }),
    canChangeName: !realNameAt && !idNumber,
    ...(mobile && { mobile }),
    ...(email && { email }),
    realNameStatus: realNameAt !== null,
    security: await securityOf(services, account),
    sessions: open.map(({ id, method, factors, device, maskedIp, createdAt, lastSeenAt, shared }): OpenSession => ({
      id,
      current: id === session.id,
      way: method as SignInMethod,
      factors,
      device,
      address: maskedIp,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      ...(shared && { shared }),
    })),
    identities: linked.map(({ id, provider, since }) => ({ id, provider, since: since.toISOString() })),
    applications: allowed.map(({ id, since, ...client }) => ({
      id,
      name: clientNameIn(language, client),
      since: since.toISOString(),
    })),
  };
}
