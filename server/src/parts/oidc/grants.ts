import { oidcScopes } from '@foyer/contract/flows/oidc-provider';
import type { Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { sha256 } from '../../platform/sha256.ts';
import type { Attribute } from '../../store/accounts/attributes.ts';
import { attributePermission } from '../../store/oidc/oidc-permissions.ts';
import type { Stores } from '../../store/stores.ts';
import { claimsByScope } from './account-claims.ts';

export const isFirstParty = (client: object | undefined) =>
  client !== undefined && 'first_party' in client && client.first_party === true;

const isStandard = (scope: string) => oidcScopes.some((name) => name === scope);

const scopeOfClaim = (claim: string) => Object.entries(claimsByScope).find(([, claims]) => claims.includes(claim))?.[0];

/**
 * What a request asks for. A person allows a single claim in the words of its scope, but each attribute by itself: one that the
 * operator adds to a scope later is not allowed yet.
 */
export function askedFor({ scope, claims }: Interaction['params'], attributes: readonly Attribute[]) {
  const requested = typeof scope === 'string' ? scope.split(' ') : [];
  // The library has checked the form of this parameter.
  const { userinfo, id_token: idToken } = JSON.parse(typeof claims === 'string' ? claims : '{}') as {
    userinfo?: object;
    id_token?: object;
  };
  const singleClaims = Object.keys({ ...userinfo, ...idToken });
  const shown = new Set([...requested, ...singleClaims.map(scopeOfClaim)]);
  const scopesOfAttributes = new Set(attributes.map((attribute) => attribute.scope));
  const shownScopes = oidcScopes.filter((name) => shown.has(name));
  const shownAttributes = attributes.filter(
    (one) => one.thirdParty && (requested.includes(one.scope) || singleClaims.includes(one.name)),
  );
  return {
    scopes: [...oidcScopes, ...scopesOfAttributes].filter((name) => requested.includes(name)),
    claims: singleClaims,
    /** The scopes whose words the person reads. */
    shownScopes,
    /** The attributes whose labels the person reads. */
    shownAttributes,
    /** What the permission names. */
    permission: [...shownScopes, ...shownAttributes.map(attributePermission)],
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
  ({ attributes, oidcPermissions }: Pick<Stores, 'attributes' | 'oidcPermissions'>) =>
  async ({ oidc }: KoaContextWithOIDC) => {
    const { client, session, provider, result } = oidc;
    if (!client || !session?.accountId) return undefined;
    const { clientId } = client;
    const { accountId } = session;
    const allowed = isFirstParty(client) ? undefined : await oidcPermissions.scopesOf(accountId, clientId);
    const ofOthers = allowed ? (await attributes.all()).filter(({ thirdParty }) => thirdParty) : [];
    const areAllowed = (asked: readonly Attribute[]) =>
      asked.every((attribute) => allowed?.includes(attributePermission(attribute)));
    const isAllowed = (scope: string | undefined) =>
      allowed === undefined ||
      scope === undefined ||
      (isStandard(scope) ? allowed.includes(scope) : areAllowed(ofOthers.filter((one) => one.scope === scope)));
    const scopes = [...oidc.requestParamOIDCScopes].filter(isAllowed);
    const claims = [...oidc.requestParamClaims].filter(
      (claim) => isAllowed(scopeOfClaim(claim)) && areAllowed(ofOthers.filter(({ name }) => name === claim)),
    );
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
