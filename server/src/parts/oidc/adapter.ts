import { seconds } from '@foyer/contract/time';
import type { Adapter, AdapterFactory, AdapterPayload, KoaContextWithOIDC, errors } from 'oidc-provider';
import type { Clock } from '../../platform/clock.ts';
import { oidcLifetimes } from './lifetimes.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { OidcClient } from '../../store/oidc/oidc-clients.ts';
import { deviceCodeModel } from '../../store/oidc/oidc-device-codes.ts';
import type { InTransaction, Stores } from '../../store/stores.ts';
import { acrValues, authenticationOf } from './account-claims.ts';
import { apiScopes, introspects } from './api-access.ts';
import { deviceCodeAdapter, deviceGrant } from './device-codes.ts';
import { refreshTokenAdapter } from './repeated-refresh.ts';
import { signingAlgorithm } from './signing-keys.ts';

interface AdapterDependencies {
  stores: Pick<Stores, 'oidcClients' | 'oidcDeviceCodes' | 'oidcRecords' | 'oidcSessions' | 'sessions'>;
  inTransaction: InTransaction;
  clock: Clock;
  /** The library is loaded on demand. */
  errors: typeof errors;
  /** The request that the library answers; undefined in a call of our own pages. */
  current(): KoaContextWithOIDC | undefined;
  /** The account of the session that a request uses: it was read together with the session. */
  rememberAccount(account: Account): void;
}

/** Stores everything of the OpenID provider in the database, so that any node can answer the next request. */
export const createAdapter =
  (dependencies: AdapterDependencies): AdapterFactory =>
  (model) => {
    const records = recordAdapter(model, dependencies);
    if (model === 'Client') return { ...records, ...clientAdapter(dependencies) };
    if (model === 'Session') return { ...records, ...sessionAdapter(records, dependencies) };
    if (model === 'ReplayDetection') return { ...records, ...replayAdapter(model, dependencies) };
    if (model === 'AuthorizationCode') return provenAdapter(records, model, dependencies);
    if (model === deviceCodeModel)
      return provenAdapter(deviceCodeAdapter(records, model, dependencies), model, dependencies);
    if (model === 'RefreshToken')
      return provenAdapter({ ...records, ...refreshTokenAdapter(records, model, dependencies) }, model, dependencies);
    if (model === pushedRequest) return { ...records, ...pushedRequestAdapter(records, dependencies) };
    return records;
  };

function recordAdapter(model: string, { stores: { oidcRecords }, errors }: AdapterDependencies): Adapter {
  return {
    upsert: (id, payload, lifetime = 0) => oidcRecords.put(model, id, { ...payload }, lifetime),
    async find(id) {
      const row = await oidcRecords.find(model, id);
      if (!row) return undefined;
      const { payload, consumedAt } = row;
      return { ...payload, ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / seconds(1)) }) };
    },
    // The library has found it unconsumed. A simultaneous request was faster: the code or token may be stolen, so
    // everything that was issued for it ends.
    async consume(id) {
      if (await oidcRecords.consume(model, id)) return;
      await oidcRecords.removeFamily(model, id);
      throw new errors.InvalidGrant(`${model} already consumed`);
    },
    destroy: (id) => oidcRecords.remove(model, id),
    revokeByGrantId: (grantId) => oidcRecords.removeByGrant(model, grantId),
    async findByUid() {
      return undefined;
    },
    async findByUserCode() {
      return undefined;
    },
  };
}

function clientAdapter({ stores: { oidcClients }, clock }: AdapterDependencies): Pick<Adapter, 'find'> {
  return {
    async find(id) {
      const client = await oidcClients.find(id);
      return client && metadataOf(client, clock.now());
    },
  };
}

const methods = { secret: 'client_secret_basic', privateKey: 'private_key_jwt', none: 'none' } as const;

/** A custom scheme, or a loopback address without a port, belongs to an installed app, which chooses a free port. */
const isNative = (uri: string) => !/^https?:/.test(uri) || /^http:\/\/(127\.0\.0\.1|\[::1\])(\/|$)/.test(uri);

function metadataOf(client: OidcClient, now: number): AdapterPayload {
  const { id, name, authentication, redirectUris, postLogoutRedirectUris, backchannelLogoutUri, jwks } = client;
  const hashes = secretHashes(client, now);
  return {
    client_id: id,
    client_name: name,
    application_type: authentication === 'none' && redirectUris.some(isNative) ? 'native' : 'web',
    token_endpoint_auth_method: methods[authentication],
    ...(hashes.length > 0 && { client_secret: hashes.join(' ') }),
    ...(jwks && { jwks }),
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutRedirectUris,
    ...(backchannelLogoutUri && {
      backchannel_logout_uri: backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
    grant_types: [
      ...(redirectUris.length > 0 ? ['authorization_code'] : []),
      ...(redirectUris.length > 0 || client.device ? ['refresh_token'] : []),
      ...(client.device ? [deviceGrant] : []),
      ...(client.machine ? ['client_credentials'] : []),
    ],
    response_types: redirectUris.length > 0 ? ['code'] : [],
    id_token_signed_response_alg: signingAlgorithm,
    require_pushed_authorization_requests: client.requirePushedRequests,
    require_signed_request_object: client.requireSignedRequests,
    first_party: client.firstParty,
    pkce_optional: client.pkceOptional,
    claims_in_id_token: client.claimsInIdToken,
    [apiScopes]: client.apiScopes,
    [introspects]: client.introspects,
  };
}

function secretHashes(
  { authentication, secretHash, previousSecretHash, previousSecretUntil }: OidcClient,
  now: number,
): string[] {
  if (authentication !== 'secret') return [];
  const isPreviousValid = previousSecretUntil !== null && previousSecretUntil.getTime() > now;
  return [secretHash, isPreviousValid ? previousSecretHash : null].filter((hash) => hash !== null);
}

/** Whether a secret is one of the client's. Secrets are random, so a plain hash is enough. */
export const isSecretOf = (hashes: string | undefined, secret: string) =>
  (hashes ?? '').split(' ').includes(sha256(secret));

/** A session with an account is one of ours; one without is only remembered for the confirmation of a sign-out. */
function sessionAdapter(
  records: Adapter,
  { stores: { sessions, oidcSessions }, rememberAccount }: AdapterDependencies,
): Pick<Adapter, 'upsert' | 'findByUid'> {
  return {
    async upsert(id, payload, lifetime) {
      const { uid, accountId, authorizations = {}, state = null } = payload;
      if (accountId === undefined) return records.upsert(id, payload, lifetime);
      await oidcSessions.save({ sid: String(uid), authorizations, state });
    },
    async findByUid(uid) {
      const found = await sessions.findBySid(uid);
      if (!found?.applications) return undefined;
      const { session, account, applications } = found;
      rememberAccount(account);
      const { authorizations } = applications;
      return { kind: 'Session', uid, jti: uid, authorizations, ...authenticationOf(session) };
    },
  };
}

/**
 * A code or refresh token may have been stored while a factor of its session was replaced: it says no more than the session
 * does now. A code whose session has ended meanwhile counts no more.
 */
function provenAdapter(records: Adapter, model: string, { stores: { sessions } }: AdapterDependencies): Adapter {
  return {
    ...records,
    async find(id) {
      const token = await records.find(id);
      if (!token?.sessionUid) return token;
      const session = await sessions.findProof(token.sessionUid);
      if (!session) return model === 'RefreshToken' ? token : undefined;
      const { acr, amr } = authenticationOf(session);
      return acr === acrValues.oneFactor && token.acr !== acr ? { ...token, acr, amr } : token;
    },
  };
}

const pushedRequest = 'PushedAuthorizationRequest';

/** The library refuses it after a minute. It is kept until the sign-in that it started has ended, which consumes it. */
function pushedRequestAdapter(
  records: Adapter,
  { stores: { oidcRecords }, errors }: AdapterDependencies,
): Pick<Adapter, 'upsert' | 'consume'> {
  return {
    upsert: (id, payload, lifetime = 0) =>
      records.upsert(id, payload, lifetime + oidcLifetimes.interaction / seconds(1)),
    async consume(id) {
      if (!(await oidcRecords.consume(pushedRequest, id)))
        throw new errors.InvalidRequestUri('this request was answered before');
    },
  };
}

/** Whatever may be presented once: a signed assertion of a client. */
function replayAdapter(
  model: string,
  { stores: { oidcRecords }, errors }: AdapterDependencies,
): Pick<Adapter, 'upsert'> {
  return {
    async upsert(id, payload, lifetime = 0) {
      if (!(await oidcRecords.add(model, id, { ...payload }, lifetime)))
        throw new errors.InvalidClientAuth('this assertion was used before');
    },
  };
}
