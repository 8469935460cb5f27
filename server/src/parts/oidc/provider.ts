import type { IncomingMessage } from 'node:http';
import { seconds } from '@foyer/contract/time';
import { languages } from '@foyer/contract/language';
import type { AccountClaims, Configuration, JWK, KoaContextWithOIDC, Provider, errors } from 'oidc-provider';
import type { RateLimit } from '../../cache/rate-limit.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Log, errorFields } from '../../platform/log.ts';
import { deviceCodes } from '../../store/oidc/oidc-device-codes.ts';
import { oidcLifetimes } from './lifetimes.ts';
import type { Fetch } from '../../providers/http/upstreams.ts';
import type { Attribute } from '../../store/accounts/attributes.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { InTransaction, Stores } from '../../store/stores.ts';
import { claimsOfApiTokens, grantedClaims } from './granted-claims.ts';
import { acrValues, claimsByScope, claimsOf } from './account-claims.ts';
import { apiAccess, apiScopes, introspects } from './api-access.ts';
import { createAdapter, isSecretOf } from './adapter.ts';
import { announceInterval, deviceFlow, devicePrompt } from './device-codes.ts';
import { fitHeaders } from './fit-headers.ts';
import { grantLoader } from './grants.ts';
import { documentIn, isSigner, meetsAcr, proofReasons } from './missing-proof.ts';
import { type OidcLibrary, loadOidcLibrary } from './oidc-library.ts';
import { openingPrompts } from './opening-prompts.ts';
import { oidcPaths } from './paths.ts';
import { reportProblem } from './problem.ts';
import { giveSameSuccessor } from './repeated-refresh.ts';
import { requestParameters } from './request-parameters.ts';
import { bindSessions, isSignedIn } from './session-binding.ts';
import { afterSignOut, askBeforeSignOut, redirectTo, skipSignOutQuestion } from './sign-out.ts';
import { signingAlgorithm } from './signing-keys.ts';

export interface ProviderDependencies {
  config: Config;
  clock: Clock;
  log: Log;
  stores: Stores;
  inTransaction: InTransaction;
  callRateLimit: RateLimit;
  /** Signs the cookies of interactions; the same on all nodes. */
  cookieSecret: string;
  /** The key that signs comes first. */
  keys: JWK[];
  /** Those that the operator has declared. */
  attributes: readonly Attribute[];
  /** For calls to applications. */
  request: Fetch;
}

type OidcError = Pick<errors.OIDCProviderError, 'error' | 'error_description' | 'error_detail'>;

/** What our clients have beside the metadata of the standards. */
const pkceOptional = 'pkce_optional';
const claimsInIdToken = 'claims_in_id_token';

const inSeconds = (duration: number) => duration / seconds(1);
/** No HS256: only a hash of each client secret is stored, so it cannot verify signatures. */
const clientAlgorithms = ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA'] as const;

/** The OpenID provider, with all its state in the database. */
export async function createProvider(dependencies: ProviderDependencies): Promise<Provider> {
  const library = await loadOidcLibrary();
  const { config, log } = dependencies;
  const accounts = accountsOfRequests(library);
  const provider = new library.Provider(config.publicUrl, configurationOf(dependencies, library, accounts));
  // Our routes say under which origin a request has arrived.
  provider.proxy = true;
  bindSessions(provider, { ...dependencies, rememberAccount: accounts.remember });
  provider.use((ctx, next) => skipSignOutQuestion(ctx as KoaContextWithOIDC, next));
  provider.use((ctx, next) => fitHeaders(ctx as KoaContextWithOIDC, next));
  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret) {
    return isSecretOf(this.clientSecret, secret);
  };
  giveSameSuccessor(provider, () => library.Provider.ctx, dependencies.cookieSecret);
  announceInterval(provider);
  provider.on('server_error', (_, error: Error) => log.error({ event: 'oidcFault', ...errorFields(error) }));
  const logRefusal = (
    { oidc }: KoaContextWithOIDC,
    { error, error_description: why, error_detail: detail }: OidcError,
  ) => {
    // A device asks every few seconds while the person decides: nothing is refused yet.
    if (error === 'authorization_pending') return;
    log.info({ event: 'oidcRefused', client: oidc.client?.clientId, result: error, why, detail });
  };
  provider.on('authorization.error', logRefusal);
  provider.on('grant.error', logRefusal);
  provider.on('pushed_authorization_request.error', logRefusal);
  provider.on('introspection.error', logRefusal);
  provider.on('revocation.error', logRefusal);
  provider.on('end_session.error', logRefusal);
  provider.on('device_authorization.error', logRefusal);
  provider.on('device_resume.error' as 'code_verification.error', logRefusal);
  return provider;
}

function configurationOf(
  {
    config,
    clock,
    stores,
    inTransaction,
    callRateLimit,
    cookieSecret,
    keys,
    attributes,
    request,
  }: ProviderDependencies,
  { errors, interactionPolicy, Provider: library }: OidcLibrary,
  accountOf: ReturnType<typeof accountsOfRequests>,
): Configuration {
  const prefix = (kind: string) => (config.secure ? kind : '');
  const claims: Record<string, string[]> = { ...claimsByScope };
  for (const { name, scope } of attributes) claims[scope] = [...(claims[scope] ?? []), name];
  const { extraParams, assertJwtClaimsAndHeader } = requestParameters({ config, clock, callRateLimit, errors });
  return {
    adapter: createAdapter({
      stores,
      inTransaction,
      clock,
      errors,
      current: () => library.ctx,
      rememberAccount: accountOf.remember,
    }),
    jwks: { keys },
    cookies: {
      keys: [cookieSecret],
      names: {
        session: `${prefix('__Host-')}foyer_oidc`,
        interaction: `${prefix('__Secure-')}foyer_interaction`,
        resume: `${prefix('__Secure-')}foyer_resume`,
      },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    routes: {
      authorization: oidcPaths.authorization,
      token: oidcPaths.token,
      userinfo: oidcPaths.userinfo,
      jwks: oidcPaths.jwks,
      introspection: oidcPaths.introspection,
      revocation: oidcPaths.revocation,
      pushed_authorization_request: oidcPaths.pushedRequest,
      end_session: oidcPaths.signOut,
      device_authorization: oidcPaths.deviceAuthorization,
      code_verification: oidcPaths.device,
    },
    interactions: { policy: policyOf(interactionPolicy, stores), url: (_, { uid }) => oidcPaths.interaction(uid) },
    acrValues: Object.values(acrValues),
    scopes: [...Object.keys(claims), 'offline_access'],
    claims: { ...claims, iss: null, sid: null },
    discovery: {
      ui_locales_supported: languages,
      prompt_values_supported: ['none', 'login', 'consent', ...openingPrompts],
    },
    responseTypes: ['code'],
    subjectTypes: ['public'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    extraParams,
    extraClientMetadata: { properties: ['first_party', pkceOptional, claimsInIdToken, apiScopes, introspects] },
    enabledJWA: {
      idTokenSigningAlgValues: [signingAlgorithm],
      requestObjectSigningAlgValues: [...clientAlgorithms],
      clientAuthSigningAlgValues: [...clientAlgorithms],
    },
    // A nonce binds the answer to the browser as PKCE does (RFC 9700, 2.1.1), as long as the client checks it.
    pkce: { required: ({ oidc }, client) => !client[pkceOptional] || !oidc.params?.['nonce'] },
    // Each client says whether: see findAccount.
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    // An application in the browser may call from the origin that it is redirected to.
    clientBasedCORS: (_, origin, { redirectUris = [] }) =>
      redirectUris.some((uri) => URL.canParse(uri) && new URL(uri).origin === origin && origin !== 'null'),
    features: {
      devInteractions: { enabled: false },
      ...apiAccess(stores, errors),
      dPoP: { enabled: false },
      revocation: {
        enabled: true,
        // A client may end its own tokens only; of another's it learns nothing.
        allowedPolicy: async (_, client, token) => token.clientId === client.clientId,
      },
      pushedAuthorizationRequests: { enabled: true },
      requestObjects: { enabled: true, assertJwtClaimsAndHeader },
      claimsParameter: { enabled: true },
      deviceFlow,
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => askBeforeSignOut(ctx, config),
        postLogoutSuccessSource: async (ctx) => redirectTo(ctx, afterSignOut()),
      },
    },
    ttl: {
      Interaction: inSeconds(oidcLifetimes.interaction),
      DeviceCode: inSeconds(deviceCodes.lifetime),
      AuthorizationCode: inSeconds(oidcLifetimes.authorizationCode),
      AccessToken: (_, { resourceServer }) => resourceServer?.accessTokenTTL ?? inSeconds(oidcLifetimes.accessToken),
      ClientCredentials: inSeconds(oidcLifetimes.apiToken),
      IdToken: inSeconds(oidcLifetimes.idToken),
      RefreshToken: inSeconds(oidcLifetimes.refreshToken),
      Grant: inSeconds(oidcLifetimes.grant),
      Session: inSeconds(config.limits.session.absolute),
    },
    // Without offline_access a refresh token ends with the person's session.
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    // Nothing outlives a session on a shared computer.
    expiresWithSession: async ({ oidc }, source) =>
      !source.scopes.has('offline_access') ||
      (oidc.session !== undefined && (await stores.sessions.isShared(oidc.session.uid))),
    rotateRefreshToken: true,
    async findAccount({ req }, ouid) {
      const account = accountOf.find(req, ouid) ?? (await stores.accounts.findByOuid(ouid));
      if (!account || account.disabledAt) return undefined;
      return {
        accountId: ouid,
        // `named` are the single claims that the request asks for in this place.
        async claims(use, scope, named) {
          const client = library.ctx?.oidc.client;
          const ofScopes = use === 'userinfo' || client?.[claimsInIdToken] ? scope.split(' ') : [];
          const granted =
            client && (await grantedClaims(stores, { account: ouid, client }, [...ofScopes, ...Object.keys(named)]));
          const all: AccountClaims = { ...claimsOf(account), ...granted };
          if (ofScopes.length > 0) return all;
          const asked = Object.entries(all).filter(([name]) => name in named);
          return { ...Object.fromEntries(asked), sub: all.sub };
        },
      };
    },
    extraTokenClaims: claimsOfApiTokens(stores),
    loadExistingGrant: grantLoader(stores),
    renderError: async (ctx, { error, error_description: description }) => reportProblem(ctx, { error, description }),
    // An operator registers the URLs that are called, so they may be inside the operator's network.
    fetch: (url, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) =>
      request(url, { ...options, redirect: 'manual' }),
  };
}

/** The accounts that were read together with the session of a request, so that they need not be read again for it. */
function accountsOfRequests({ Provider: library }: OidcLibrary) {
  const accounts = new WeakMap<IncomingMessage, Account>();
  return {
    remember(account: Account) {
      const { ctx } = library;
      if (ctx) accounts.set(ctx.req, account);
    },
    find(request: IncomingMessage, ouid: string) {
      const account = accounts.get(request);
      return account?.ouid === ouid ? account : undefined;
    },
  };
}

function policyOf({ base, Check, Prompt }: OidcLibrary['interactionPolicy'], { accounts }: Stores) {
  const policy = base();
  for (const name of openingPrompts) policy.add(new Prompt({ name, requestable: true }), 0);
  const login = policy.get('login');
  const ask = (isNeeded: boolean) => (isNeeded ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT);
  // Ours also covers `acr_values`, and lets two factors count where one is asked for.
  for (const reason of ['essential_acr', 'essential_acrs']) login?.checks.remove(reason);
  for (const check of [
    new Check('other_browser', 'the person must sign in in this browser', 'login_required', (ctx) =>
      ask(ctx.oidc.session?.accountId !== undefined && !isSignedIn(ctx)),
    ),
    new Check(proofReasons.otherSigner, 'the document is for another person', 'login_required', async ({ oidc }) => {
      const params = oidc.params ?? {};
      const { accountId } = oidc.session ?? {};
      if (accountId === undefined || documentIn(params)?.signer === undefined) return ask(false);
      const account = await accounts.findByOuid(accountId);
      return ask(account === undefined || !isSigner(account, params));
    }),
    new Check(proofReasons.factors, 'another factor is required', 'interaction_required', ({ oidc }) =>
      ask(oidc.session?.accountId !== undefined && !meetsAcr(oidc.acr, oidc.params ?? {})),
    ),
  ])
    login?.checks.add(check);
  policy.add(deviceQuestion(Check, Prompt));
  // Whether consent is asked for depends on the client, not on the kind of its redirect URI.
  policy.get('consent')?.checks.remove('native_client_prompt');
  return policy;
}

/** A device gets nothing before the person who is signed in has answered our question about it. */
function deviceQuestion(
  Check: OidcLibrary['interactionPolicy']['Check'],
  Prompt: OidcLibrary['interactionPolicy']['Prompt'],
) {
  return new Prompt(
    { name: devicePrompt, requestable: false },
    new Check(proofReasons.device, 'the person must allow the device', 'interaction_required', ({ oidc }) => {
      const answer = oidc.result?.[devicePrompt] as { account?: string } | undefined;
      return oidc.deviceCode !== undefined && answer?.account !== oidc.session?.accountId
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT;
    }),
  );
}
