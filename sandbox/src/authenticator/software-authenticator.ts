import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor';
import { coseKey } from './cose-key.ts';
import type { FixedPasskey } from './fixed-passkey.ts';

/** The options of `navigator.credentials.create` in their JSON form, as far as they are read. */
export interface CreateOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: readonly { id: string }[];
}

/** The options of `navigator.credentials.get` in their JSON form, as far as they are read. */
export interface GetOptions {
  challenge: string;
  rpId: string;
  allowCredentials?: readonly { id: string }[];
}

/** What a test makes the authenticator say, true or not. */
export interface Claims {
  userPresent?: boolean;
  userVerified?: boolean;
  /** The passkey may be copied to other devices, and is. */
  backupEligible?: boolean;
  backedUp?: boolean;
  rpId?: string;
  counter?: number;
  userHandle?: string | undefined;
  /** The page was inside a frame of another site. */
  crossOrigin?: boolean;
}

interface Credential {
  id: string;
  rpId: string;
  user: CreateOptions['user'];
  privateKey: KeyObject;
  counter: number;
}

/** Zeros, as an authenticator says that does not want to be recognised. */
const noModel = Buffer.alloc(16);

/**
 * An authenticator in software, as Web Authentication and CTAP2 describe it: P-256 keys, ES256 signatures, CBOR and COSE.
 * It asks no person, so it is good for trying out and for tests.
 */
export function createSoftwareAuthenticator({ aaguid = noModel, counts = true } = {}) {
  const credentials: Credential[] = [];

  return {
    /** The newest first. */
    passkeys: () => credentials.toReversed().map(({ id, rpId, user }) => ({ id, rpId, user })),

    clear: () => void credentials.splice(0),

    /** Has this passkey from now on, as the oldest one. */
    keep({ credentialId, privateKey }: FixedPasskey, rpId: string, user: CreateOptions['user']) {
      const known = credentials.findIndex(({ id }) => id === credentialId);
      if (known >= 0) credentials.splice(known, 1);
      credentials.unshift({ id: credentialId, rpId, user, privateKey, counter: 0 });
    },

    /** Undefined when it has one of the passkeys that are excluded. */
    create({ challenge, rp, user, excludeCredentials = [] }: CreateOptions, origin: string, claims: Claims = {}) {
      if (excludeCredentials.some(({ id }) => credentials.some((one) => one.id === id))) return undefined;
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(32);
      // A new passkey replaces an earlier one of the same account.
      const earlier = credentials.findIndex((one) => one.rpId === rp.id && one.user.id === user.id);
      if (earlier >= 0) credentials.splice(earlier, 1);
      credentials.push({ id: id.toString('base64url'), rpId: rp.id, user, privateKey, counter: 0 });

      const cose = coseKey(publicKey.export({ format: 'jwk' }));
      const attested = Buffer.concat([aaguid, Buffer.from([0, id.length]), id, cose]);
      const authData = Buffer.concat([authenticatorData(rp.id, 0, claims, flags.attested), attested]);
      const attestationObject = encodeCBOR(
        new Map<string, CBORType>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        ...identified(id.toString('base64url')),
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, origin, claims)),
          attestationObject: text(Buffer.from(attestationObject)),
          transports: ['internal'],
        },
      };
    },

    /** Undefined when it has no passkey that fits. Of several it uses the newest. */
    get({ challenge, rpId, allowCredentials = [] }: GetOptions, origin: string, claims: Claims = {}) {
      const found = credentials.findLast(
        (one) =>
          one.rpId === rpId && (allowCredentials.length === 0 || allowCredentials.some(({ id }) => id === one.id)),
      );
      if (!found) return undefined;
      if (counts) found.counter += 1;
      const authData = authenticatorData(rpId, found.counter, claims);
      const clientJson = clientData('webauthn.get', challenge, origin, claims);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientJson)]), found.privateKey);
      const userHandle = 'userHandle' in claims ? claims.userHandle : found.user.id;
      return {
        ...identified(found.id),
        response: {
          clientDataJSON: text(clientJson),
          authenticatorData: text(authData),
          signature: text(signature),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof createSoftwareAuthenticator>;

const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 };

function authenticatorData(rpId: string, counter: number, claims: Claims, more = 0): Buffer {
  const { userPresent = true, userVerified = true, backupEligible = true, backedUp = backupEligible } = claims;
  const claimed =
    (userPresent ? flags.present : 0) |
    (userVerified ? flags.verified : 0) |
    (backupEligible ? flags.backupEligible : 0) |
    (backedUp ? flags.backedUp : 0);
  const fixed = Buffer.alloc(5);
  fixed.writeUInt8(claimed | more);
  fixed.writeUInt32BE(claims.counter ?? counter, 1);
  return Buffer.concat([sha256(Buffer.from(claims.rpId ?? rpId)), fixed]);
}

const clientData = (type: string, challenge: string, origin: string, { crossOrigin = false }: Claims) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

const identified = (id: string) => ({ id, rawId: id, type: 'public-key' as const });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');
