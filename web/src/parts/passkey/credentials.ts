import type { Assertion, Attestation, CreationOptions, RequestOptions } from '@foyer/contract/flows/passkey';
import { readLocal, writeLocal } from '../../platform/storage/storage.ts';
import { hasPasskeys } from './support.ts';

/** What newer browsers add to `PublicKeyCredential`. */
interface PasskeyApi {
  getClientCapabilities?(): Promise<Record<string, boolean>>;
  isConditionalMediationAvailable?(): Promise<boolean>;
  isUserVerifyingPlatformAuthenticatorAvailable?(): Promise<boolean>;
}

const usedKey = 'foyer.passkey';
/** Whether a passkey was created or used in this browser, which does not tell whether it knows one. */
export const hasUsedPasskey = () => readLocal(usedKey) !== undefined;

const api = (): PasskeyApi | undefined => (hasPasskeys() ? PublicKeyCredential : undefined);

/** A capability by its name, and an older way to ask for it. */
async function can(capability: string, ask?: (passkeys: PasskeyApi) => Promise<boolean> | undefined) {
  const passkeys = api();
  if (!passkeys) return false;
  const capabilities = await passkeys.getClientCapabilities?.().catch(() => undefined);
  return capabilities?.[capability] ?? (await ask?.(passkeys)?.catch(() => false)) ?? false;
}

/** Whether the browser can list passkeys in the autofill of a field. */
export const canAutofill = () => can('conditionalGet', (passkeys) => passkeys.isConditionalMediationAvailable?.());
/** Whether the browser can create a passkey without a question. */
export const canCreateSilently = () => can('conditionalCreate');
/** Whether this device itself can keep passkeys and verify its owner. */
export const hasAuthenticator = () =>
  can('userVerifyingPlatformAuthenticator', (passkeys) => passkeys.isUserVerifyingPlatformAuthenticatorAvailable?.());

/**
 * `cancelled`: by the person, by a timeout or by the page; browsers do not say which. `exists`: the authenticator has a
 * passkey of this account already.
 */
type NoCredential = { is: 'cancelled' | 'exists' | 'unavailable' };

interface Asking {
  /** Lists passkeys in the autofill, or creates one without a question. */
  mediation?: 'conditional';
  signal?: AbortSignal;
}

/** Asks the authenticator to sign the challenge with a passkey. */
export async function getCredential(
  { challenge, allowCredentials, ...options }: RequestOptions,
  asking: Asking = {},
): Promise<{ is: 'given'; credential: Assertion } | NoCredential> {
  const publicKey = {
    ...options,
    challenge: toBytes(challenge),
    allowCredentials: allowCredentials.map(toDescriptor),
  };
  return attempt(navigator.credentials.get({ publicKey, ...asking } as CredentialRequestOptions), (given) => {
    const response = given.response as AuthenticatorAssertionResponse;
    return {
      ...identified(given),
      response: {
        clientDataJSON: toText(response.clientDataJSON),
        authenticatorData: toText(response.authenticatorData),
        signature: toText(response.signature),
        ...(response.userHandle?.byteLength && { userHandle: toText(response.userHandle) }),
      },
    };
  });
}

/** Asks the authenticator to create a passkey. */
export async function createCredential(
  { challenge, user, excludeCredentials, ...options }: CreationOptions,
  asking: Asking = {},
): Promise<{ is: 'given'; credential: Attestation } | NoCredential> {
  const publicKey = {
    ...options,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials.map(toDescriptor),
  };
  return attempt(navigator.credentials.create({ publicKey, ...asking } as CredentialCreationOptions), (given) => {
    const response = given.response as AuthenticatorAttestationResponse;
    return {
      ...identified(given),
      response: {
        clientDataJSON: toText(response.clientDataJSON),
        attestationObject: toText(response.attestationObject),
        transports: response.getTransports?.() ?? [],
      },
    };
  });
}

async function attempt<Result>(
  asked: Promise<Credential | null>,
  read: (given: PublicKeyCredential) => Result,
): Promise<{ is: 'given'; credential: Result } | NoCredential> {
  try {
    const given = await asked;
    if (given) writeLocal(usedKey, 'yes');
    return given ? { is: 'given', credential: read(given as PublicKeyCredential) } : { is: 'unavailable' };
  } catch (error) {
    const name = error instanceof Error || error instanceof DOMException ? error.name : '';
    if (name === 'InvalidStateError') return { is: 'exists' };
    return { is: name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'unavailable' };
  }
}

const identified = ({ id, rawId }: PublicKeyCredential) => ({
  id,
  rawId: toText(rawId),
  type: 'public-key' as const,
});

const toDescriptor = ({ id, ...descriptor }: RequestOptions['allowCredentials'][number]) => ({
  ...descriptor,
  id: toBytes(id),
});

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const toText = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
