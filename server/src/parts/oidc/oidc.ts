import type { JWK, Provider } from 'oidc-provider';
import type { RateLimit } from '../../cache/rate-limit.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { Fetch } from '../../providers/http/upstreams.ts';
import type { InTransaction, Stores } from '../../store/stores.ts';
import type { Attribute } from '../../store/accounts/attributes.ts';
import { createLogoutSender, takeLogoutSending } from './logout-sender.ts';
import { jwtSigner, jwtVerifier } from './jwt.ts';
import { type MachineAccess, machineAccess } from './machine-access.ts';
import { createProvider } from './provider.ts';
import { createSigningKeys } from './signing-keys.ts';

export interface Oidc {
  /** Created at the first use: loading the library and making the first key take time. */
  provider(): Promise<Provider>;
  /** Signs a JWT with the key that signs ID tokens, which `/oidc/jwks` publishes. */
  signJwt(typ: string, claims: object): Promise<string>;
  /** What a machine may do with its access token for one of our own APIs; undefined for a token that does not count. */
  machineAccess(token: string, audience: string): Promise<MachineAccess | undefined>;
  /** Publishes the keys and attributes that another process has stored. */
  refresh(): Promise<void>;
  /** Tells applications of the sessions that have ended. */
  sendLogouts(): Promise<void>;
}

interface OidcDependencies {
  config: Config;
  clock: Clock;
  random: Random;
  log: Log;
  stores: Stores;
  inTransaction: InTransaction;
  callRateLimit: RateLimit;
  cookieSecret: string;
  encryptionKeys: readonly Buffer[];
  /** For calls to applications. */
  request: Fetch;
}

/** Sign-in to applications by OpenID Connect. Stops the start if a signing key cannot be decrypted. */
export async function createOidc(dependencies: OidcDependencies): Promise<Oidc> {
  const { stores, log, inTransaction } = dependencies;
  const signingKeys = createSigningKeys(dependencies);
  await signingKeys.check();
  const senders = new WeakMap<Provider, ReturnType<typeof takeLogoutSending>>();
  let current:
    | {
        read: string;
        keys: JWK[];
        attributes: Attribute[];
        sign: ReturnType<typeof jwtSigner>;
        verify: ReturnType<typeof jwtVerifier>;
        created?: Promise<Provider>;
      }
    | undefined;
  let starting: Promise<unknown> | undefined;

  async function create(read: Pick<NonNullable<typeof current>, 'keys' | 'attributes'>) {
    const created = await createProvider({ ...dependencies, ...read });
    senders.set(created, takeLogoutSending(created));
    return created;
  }

  /** The library reads keys and claims once, so other ones need another provider. It holds no state of its own. */
  async function refresh() {
    const keys = await signingKeys.load();
    const attributes = await stores.attributes.all();
    const read = JSON.stringify([keys.map(({ kid }) => kid), attributes]);
    const [active] = keys;
    if (!active) throw new Error('There is no signing key');
    if (current?.read !== read)
      current = { read, keys, attributes, sign: jwtSigner(active), verify: jwtVerifier(keys) };
  }

  async function loaded() {
    if (!current) await (starting ??= refresh().finally(() => (starting = undefined)));
    if (!current) throw new Error('The signing keys were not loaded');
    return current;
  }

  async function provider() {
    const withKeys = await loaded();
    return (withKeys.created ??= create(withKeys));
  }

  return {
    provider,
    signJwt: async (typ, claims) => (await loaded()).sign(typ, claims),
    machineAccess: async (token, audience) =>
      machineAccess(dependencies, (await loaded()).verify('at+jwt', token), audience),
    async refresh() {
      if (current) await refresh();
    },
    sendLogouts: createLogoutSender({ stores, inTransaction, log, provider }, (created) => senders.get(created)!),
  };
}
