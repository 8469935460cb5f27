import type { Client, Configuration } from 'oidc-provider';
import { attributePermission } from '../../store/oidc/oidc-permissions.ts';
import type { Stores } from '../../store/stores.ts';
import { claimsByScope } from './account-claims.ts';
import { isFirstParty } from './grants.ts';

type GrantedStores = Pick<Stores, 'accountRoles' | 'attributes' | 'oidcPermissions'>;

interface For {
  account: string;
  client: Client;
}

/** What the operator says of a person to this application, as far as a scope or a single claim asks for it. */
export async function grantedClaims(stores: GrantedStores, to: For, asked: readonly string[]) {
  return { ...(await attributesFor(stores, to, asked)), ...(await rolesFor(stores, to, asked)) };
}

/** Roles and groups at this application. */
async function rolesFor({ accountRoles }: GrantedStores, { account, client }: For, asked: readonly string[]) {
  const [wantsRoles, wantsGroups] = [asked.includes('roles'), asked.includes('groups')];
  if (!wantsRoles && !wantsGroups) return {};
  const { roles, groups } = await accountRoles.find(account, client.clientId);
  return {
    ...(wantsRoles && roles.length > 0 && { roles }),
    ...(wantsGroups && groups.length > 0 && { groups }),
  };
}

const ofAccounts = [...Object.entries(claimsByScope).flat(2), 'offline_access'];

/** To an application of someone else, what the person has allowed by now: the operator may have added it to the scope since. */
async function attributesFor(
  { attributes, oidcPermissions }: GrantedStores,
  { account, client }: For,
  asked: readonly string[],
) {
  const names = asked.filter((name) => !ofAccounts.includes(name));
  if (names.length === 0) return {};
  const values = (await attributes.describedOf(account)).filter(
    (one) => names.includes(one.scope) || names.includes(one.name),
  );
  const allowed = isFirstParty(client) ? undefined : await oidcPermissions.scopesOf(account, client.clientId);
  const released = values.filter(
    (one) => allowed === undefined || (one.thirdParty && allowed.includes(attributePermission(one))),
  );
  return Object.fromEntries(released.map(({ name, value }) => [name, value]));
}

/** Roles and groups in a token that an API checks by itself (RFC 9068, 2.2.3.1), where the sign-in asked for them. */
export const claimsOfApiTokens =
  (stores: GrantedStores): NonNullable<Configuration['extraTokenClaims']> =>
  async ({ oidc }, token) => {
    if (token.kind !== 'AccessToken' || !token.resourceServer || !token.client) return undefined;
    const { AuthorizationCode: code, RefreshToken: refresh } = oidc.entities;
    const asked = oidc.params?.['scope'] ? oidc.requestParamScopes : (code ?? refresh)?.scopes;
    return rolesFor(stores, { account: token.accountId, client: token.client }, [...(asked ?? [])]);
  };
