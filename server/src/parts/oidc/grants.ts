import { oidcScopes } from '@foyer/contract/flows/oidc-provider';
import type { Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { sha256 } from '../../platform/sha256.ts';
import type { Stores } from '../../store/stores.ts';
import { claimsByScope } from './account-claims.ts';

export const isFirstParty = (client: object | undefined) =>
  client !== undefined && 'first_party' in client && client.first_party === true;

const scopeOfClaim = (claim: string) => Object.entries(claimsByScope).find(([, claims]) => claims.includes(claim))?.[0];

/** What a request asks for. A person allows a single claim in the words of its scope. */
export function askedFor({ scope, claims }: Interaction['params']) {
  const requested = typeof scope === 'string' ? scope.split(' ') : [];
  // The library has checked the form of this parameter.
  const { userinfo, id_token: idToken } = JSON.parse(typeof claims === 'string' ? claims : '{}') as {
    userinfo?: object;
    id_token?: object;
  };
  const singleClaims = Object.keys({ ...userinfo, ...idToken });
  const shown = new Set([...requested, ...singleClaims.map(scopeOfClaim)]);
  return {
    scopes: oidcScopes.filter((name) => requested.includes(name)),
    claims: singleClaims,
    /** The scopes whose words the person reads. */
    shownScopes: oidcScopes.filter((name) => shown.has(name)),
  };
}

/** The grant of a session for an application: a known one, or a new one. */
export async function grantOf(
  provider: Provider,
  {
    sid,
    accountId,
    clientId,
    grantId,
  }: { sid: string; accountId: string; clientId: string; grantId?: string | undefined },
) {
  // A session has one grant for each application. The library accepts the tokens of this grant only, so two tabs that sign
  // in at once must not make two.
  // After one that has ended it makes another: a token that was being refreshed then must not count again.
  const jti = sha256('grant', sid, clientId, ...(grantId === undefined ? [] : [grantId]));
  const known = await provider.Grant.find(grantId ?? jti);
  const isKnown = known?.accountId === accountId;
  return { grant: isKnown ? known : Object.assign(new provider.Grant({ clientId, accountId }), { jti }), isKnown };
}

/**
 * The grant of this session, with what is allowed already: everything for the operator's own applications, for others
 * what the person has allowed before. The library asks for the rest.
 */
export const grantLoader =
  ({ oidcPermissions }: Pick<Stores, 'oidcPermissions'>) =>
  async ({ oidc }: KoaContextWithOIDC) => {
    const { client, session, provider, result } = oidc;
    if (!client || !session?.accountId) return undefined;
    const { clientId } = client;
    const { accountId } = session;
    const allowed = isFirstParty(client) ? undefined : await oidcPermissions.scopesOf(accountId, clientId);
    const isAllowed = (scope: string | undefined) =>
      allowed === undefined || scope === undefined || allowed.includes(scope);
    const scopes = [...oidc.requestParamOIDCScopes].filter(isAllowed);
    const claims = [...oidc.requestParamClaims].filter((claim) => isAllowed(scopeOfClaim(claim)));
    // Also without a permission that has ended, whose grant this session may still have.
    if (scopes.length === 0) return undefined;
    const grantId = result?.consent?.grantId ?? session.grantIdFor(clientId);
    const { grant, isKnown } = await grantOf(provider, { sid: session.uid, accountId, clientId, grantId });
    const state = () => JSON.stringify([grant.openid, grant.resources]);
    const before = state();
    grant.addOIDCScope(scopes.join(' '));
    grant.addOIDCClaims(claims);
    for (const { audience, scopes: ofApi } of grantedApis(oidc)) grant.addResourceScope(audience, ofApi.join(' '));
    if (!isKnown || state() !== before) await grant.save();
    return grant;
  };

/** Of the APIs that a request names: all that the client may have there. */
function grantedApis({ requestParamScopes, resourceServers = {} }: KoaContextWithOIDC['oidc']) {
  return Object.entries(resourceServers).map(([audience, { scopes }]) => ({
    audience,
    scopes: [...requestParamScopes].filter((scope) => scopes.has(scope)),
  }));
}
