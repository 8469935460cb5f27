import { minutes } from '@foyer/contract/time';
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import type { Limits } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import type { Random } from '../../platform/random.ts';
import { oidcLifetimes } from './lifetimes.ts';
import { StartupError } from '../../platform/startup-error.ts';
import type { StoredKey } from '../../store/oidc/oidc-keys.ts';
import type { Stores } from '../../store/stores.ts';

export const oidcKeyRotation = {
  /** How often each node looks for a new key. */
  refreshInterval: minutes(1),
  /** A new key signs only when every node publishes it. */
  signsAfter: minutes(3),
} as const;

interface KeyDependencies {
  stores: Pick<Stores, 'oidcKeys'>;
  clock: Clock;
  random: Random;
  config: { limits: Limits };
  /** The first encrypts; all of them decrypt. */
  encryptionKeys: readonly Buffer[];
}

/** RS256 is the algorithm that every OpenID client must support. */
export const signingAlgorithm = 'RS256';
const makeRsaKey = promisify(generateKeyPair);

export type SigningKeys = ReturnType<typeof createSigningKeys>;

/** The keys that sign ID tokens and logout tokens. They are stored encrypted, and all nodes share them. */
export function createSigningKeys({ stores: { oidcKeys }, clock, random, config, encryptionKeys }: KeyDependencies) {
  const nameOf = ({ kid }: Pick<StoredKey, 'kid'>) => `oidc-key ${kid}`;

  const decrypted = (key: StoredKey) => decrypt(key.encryptedKey, encryptionKeys, nameOf(key));

  function open(key: StoredKey): JWK {
    const text = decrypted(key);
    if (text === undefined)
      throw new StartupError(
        `The signing key ${key.kid} cannot be decrypted: add the key that OIDC_ENCRYPTION_SECRETS had when it was made to the end of that list`,
      );
    return { ...(JSON.parse(text) as JWK), kid: key.kid, use: 'sig', alg: signingAlgorithm };
  }

  /** Null when another process has made this generation. */
  async function make(generation: number, signsFrom: number) {
    const { privateKey } = await makeRsaKey('rsa', { modulusLength: 2048 });
    const kid = random.token(12);
    const secret = encrypt(JSON.stringify(privateKey.export({ format: 'jwk' })), newest(), nameOf({ kid }));
    const createdAt = new Date(clock.now());
    return (await oidcKeys.add({ generation, kid, encryptedKey: secret, createdAt, signsFrom: new Date(signsFrom) }))
      ? { kid, createdAt, signsFrom: new Date(signsFrom) }
      : undefined;
  }

  function newest(): Buffer {
    const [key] = encryptionKeys;
    if (!key) throw new Error('There is no key to encrypt the signing keys with');
    return key;
  }

  const stored = () => oidcKeys.published(new Date(clock.now()));

  return {
    stored,

    /** Throws when a key is encrypted with a key that is not configured. */
    async check() {
      for (const key of await stored()) open(key);
    },

    /** Deletes the keys that are encrypted with one of these. */
    async removeReadable() {
      for (const key of await stored()) if (decrypted(key) !== undefined) await oidcKeys.remove(key.generation);
    },

    /** The private keys, the one that signs first. Makes the first key if there is none. */
    async load(): Promise<JWK[]> {
      let keys = await stored();
      if (keys.length === 0) {
        await make(1, clock.now());
        keys = await stored();
      }
      const active = keys.find(({ signsFrom }) => signsFrom.getTime() <= clock.now()) ?? keys.at(-1);
      return [...keys].sort((a, b) => Number(b === active) - Number(a === active)).map(open);
    },

    /**
     * Makes a new key that signs once every node publishes it, and encrypts the others with the newest key. The keys
     * until now stay published for the tokens that they have signed: a client may present an ID token when it signs a
     * person out, so they stay as long as a session may last. Undefined when another rotation was faster.
     */
    async rotate() {
      const keys = await stored();
      const signsFrom = keys.length === 0 ? clock.now() : clock.now() + oidcKeyRotation.signsAfter;
      const generation = (keys[0]?.generation ?? 0) + 1;
      const made = await make(generation, signsFrom);
      if (!made) return undefined;
      for (const key of keys) {
        const text = JSON.stringify(open(key));
        await oidcKeys.replaceEncrypted(key.generation, encrypt(text, newest(), nameOf(key)));
      }
      const lifetime = Math.max(oidcLifetimes.idToken, config.limits.session.absolute);
      await oidcKeys.retireOthers(generation, new Date(signsFrom + lifetime));
      await oidcKeys.deleteUnpublished(new Date(clock.now()));
      return made;
    },
  };
}
