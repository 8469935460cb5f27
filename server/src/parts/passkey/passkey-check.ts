import type { Assertion, Attestation } from '@foyer/contract/flows/passkey';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Services } from '../../services.ts';
import type { PasskeyPurpose } from '../../store/credentials/passkey-challenges.ts';
import type { Passkey } from '../../store/credentials/passkeys.ts';
import { isUsableKey } from './usable-key.ts';
import { handleOf } from './user-handle.ts';

/** Loaded by the first passkey: its 300 modules would take a quarter of every start. */
const simpleWebAuthn = () => import('@simplewebauthn/server');

/** ES256, EdDSA and RS256: together they are what all authenticators offer. */
export const algorithms = [-7, -8, -257];

/** `account` is the one that the passkey belongs to, as far as it is known. */
type Failed = { is: 'passkeyFailed'; account?: string };
type UsedPasskey = { is: 'right'; passkey: Passkey } | Failed | { is: 'unknownPasskey' };

/**
 * Checks the use of a passkey: the challenge is ours, for this purpose and this browser and not used yet; the passkey
 * belongs to the account that the challenge names, if any; origin, RP ID, user verification, signature, counter and backup
 * state are as the standard says. The challenge is used up by any attempt.
 */
export async function checkPasskeyUse(
  services: Services,
  context: RequestContext,
  purpose: PasskeyPurpose,
  { id, rawId, type, response }: Assertion,
): Promise<UsedPasskey> {
  const { log, stores, config } = services;
  const relying = config.passkeys;
  const challenge = challengeIn(response.clientDataJSON);
  if (!relying || challenge === undefined) return { is: 'passkeyFailed' };
  const used = await stores.passkeyChallenges.use(challenge, [purpose], context.browserId);
  if (!used) return { is: 'passkeyFailed' };

  const passkey = await stores.passkeys.findByCredential(id);
  if (!passkey) return { is: 'unknownPasskey' };
  const { userHandle, ...signed } = response;
  // In a sign-in the passkey names the account, so that the handle must be there.
  const namesOwner = userHandle === undefined ? used.account !== null : userHandle === handleOf(passkey);
  if (!namesOwner || (used.account !== null && used.account !== passkey.account)) return fail('otherAccount');

  const { publicKey, counter, credentialId, backupEligible } = passkey;
  const { verifyAuthenticationResponse } = await simpleWebAuthn();
  const checked = await verifyAuthenticationResponse({
    response: { id, rawId, type, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: [...relying.origins],
    expectedRPID: relying.rpId,
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    requireUserVerification: true,
  }).catch(({ message }: Error) => message);
  if (typeof checked === 'string') return fail(checked);
  const { newCounter, credentialDeviceType, credentialBackedUp } = checked.authenticationInfo;
  if (!checked.verified) return fail('signature');
  // Whether a passkey may be copied never changes: it would be another one.
  if ((credentialDeviceType === 'multiDevice') !== backupEligible) return fail('backupEligibility');
  if (!(await stores.passkeys.recordUse(passkey.id, { counter: newCounter, backedUp: credentialBackedUp })))
    return fail('counter');
  return { is: 'right', passkey };

  function fail(reason: string): Failed {
    log.warn({ event: 'passkeyRefused', id: context.requestId, reason, account: passkey?.account });
    return { is: 'passkeyFailed', ...(passkey && { account: passkey.account }) };
  }
}

type NewPasskey = Parameters<Services['stores']['passkeys']['add']>[0];

/** Checks a new passkey in the same way. Undefined when it is refused. */
export async function checkNewPasskey(
  services: Services,
  context: RequestContext,
  account: string,
  { id, rawId, type, response }: Attestation,
): Promise<NewPasskey | undefined> {
  const { log, stores, config } = services;
  const relying = config.passkeys;
  const challenge = challengeIn(response.clientDataJSON);
  if (!relying || challenge === undefined) return undefined;
  const used = await stores.passkeyChallenges.use(challenge, ['add', 'addSilently'], context.browserId);
  if (used?.account !== account) return undefined;

  const isSilent = used.purpose === 'addSilently';
  const { verifyRegistrationResponse } = await simpleWebAuthn();
  const checked = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: [...relying.origins],
    expectedRPID: relying.rpId,
    supportedAlgorithmIDs: algorithms,
    // The browser asks nothing when it creates a passkey silently. Each use of it asks, and is checked for that.
    requireUserPresence: !isSilent,
    requireUserVerification: !isSilent,
  }).catch(({ message }: Error) => message);
  const refuse = (reason: string) => {
    log.warn({ event: 'passkeyRefused', id: context.requestId, reason, account });
    return undefined;
  };
  if (typeof checked === 'string' || !checked.verified)
    return refuse(typeof checked === 'string' ? checked : 'attestation');
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = checked.registrationInfo;
  if (!(await isUsableKey(credential.publicKey))) return refuse('publicKey');
  return {
    account,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.transports,
    aaguid,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
  };
}

/** The challenge that the authenticator signed, unless the page was inside a frame of another site. */
function challengeIn(clientDataJson: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString());
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return undefined;
    if ('crossOrigin' in data && data.crossOrigin === true) return undefined;
    return typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}
