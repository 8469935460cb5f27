import { seconds } from '@foyer/contract/time';
import type { Configuration, KoaContextWithOIDC, errors } from 'oidc-provider';
import type { RateLimit } from '../../cache/rate-limit.ts';
import type { Config } from '../../config/config.ts';
import { parseClientIp } from '../../http/requests/client-ip.ts';
import { browserCookieName, browserIdCookie } from '../../http/answers/cookies.ts';
import type { Clock } from '../../platform/clock.ts';
import { readDocumentClaim } from './document-claim.ts';

interface ParameterDependencies {
  config: Config;
  clock: Clock;
  callRateLimit: RateLimit;
  /** The library is loaded on demand. */
  errors: typeof errors;
}

const storingRoutes = ['pushed_authorization_request', 'device_authorization'];

/** The names under which an interaction keeps what we add to the parameters of the protocol. */
export const ownParameters = { document: 'document', browser: 'foyer_browser' } as const;

/**
 * What an interaction keeps beside the parameters of the protocol: the document of a signed request, and the browser that
 * sent the request. Both replace whatever the URL says under these names.
 */
export function requestParameters({ config, clock, callRateLimit, errors }: ParameterDependencies) {
  const claims = new WeakMap<KoaContextWithOIDC, unknown>();

  /** Each pushed request, and that of each device, is stored: without a proof of the client any sender could fill the database. */
  async function limitUnproven({ oidc, ip }: KoaContextWithOIDC) {
    if (!storingRoutes.includes(oidc.route) || oidc.client?.clientAuthMethod !== 'none') return;
    if ((await callRateLimit(parseClientIp(ip).key)) === undefined) return;
    throw Object.assign(new errors.TemporarilyUnavailable('too many requests'), { status: 429, statusCode: 429 });
  }

  const extraParams = {
    [ownParameters.document]: async (ctx: KoaContextWithOIDC) => {
      await limitUnproven(ctx);
      const claim = claims.get(ctx);
      const read = claim === undefined ? undefined : readDocumentClaim(claim, clock.now());
      if (read?.is === 'wrong') throw new errors.InvalidRequestObject(read.why);
      keep(ctx, ownParameters.document, read && JSON.stringify(read.document));
    },
    [ownParameters.browser]: (ctx: KoaContextWithOIDC) => {
      const isPageShown = ctx.oidc.route === 'authorization' && !ctx.oidc.prompts.has('none');
      keep(ctx, ownParameters.browser, isPageShown ? browserOf(ctx, config) : undefined);
    },
  } satisfies Configuration['extraParams'];

  return {
    extraParams,
    /** The library stores a pushed request without a signature as a request object with the algorithm "none". */
    async assertJwtClaimsAndHeader(
      ctx: KoaContextWithOIDC,
      { document }: Record<string, unknown>,
      { alg }: Record<string, unknown>,
    ) {
      if (alg !== 'none') claims.set(ctx, document);
    },
  };
}

function keep({ oidc }: KoaContextWithOIDC, name: string, value: string | undefined) {
  Object.assign(oidc.params ?? {}, { [name]: value });
}

/** The hashed browser ID, made if there is none. */
function browserOf({ cookies }: KoaContextWithOIDC, { secure }: Config): string {
  const name = browserCookieName(secure);
  const known = cookies.get(name, { signed: false });
  const setCookie: Parameters<typeof browserIdCookie>[1]['setCookie'] = (_, value, { maxAge, ...options }) =>
    cookies.set(name, value, { ...options, maxAge: seconds(maxAge), signed: false });
  return browserIdCookie({ cookies: { [name]: known } }, { setCookie }, secure).ensure();
}
