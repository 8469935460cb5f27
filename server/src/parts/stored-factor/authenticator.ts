import { readCode } from '@foyer/contract/rules/code-rules';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import { makeTotpSecret, totpAt, totpStep, totpUri } from '../../platform/totp.ts';
import type { Services } from '../../services.ts';
import type { RightCode } from '../../store/credentials/authenticators.ts';
import type { Stores } from '../../store/stores.ts';

type Keys = Pick<Services, 'encryptionKeys'>;
type KeysAndStore = Keys & { stores: Pick<Stores, 'authenticators'> };

const nameOf = (account: string) => `totp ${account}`;

/** In production the key that encrypts the secrets has to be set. */
export const canStoreSecrets = ({ encryptionKeys }: Keys) => encryptionKeys.length > 0;

export function sealSecret({ encryptionKeys: [newest] }: Keys, account: string, secret: string): string {
  if (!newest) throw new Error('There is no key to encrypt the secret of an authenticator app with');
  return encrypt(secret, newest, nameOf(account));
}

function open({ encryptionKeys }: Keys, account: string, encryptedSecret: string): string {
  const secret = decrypt(encryptedSecret, encryptionKeys, nameOf(account));
  if (secret === undefined)
    throw new Error(
      'The secret of an authenticator app cannot be decrypted: OIDC_ENCRYPTION_SECRETS lacks the key that another node or an earlier start has encrypted it with; add it to the end of the list',
    );
  return secret;
}

/** A new key: as text, as the content of a QR code, and as it is stored. */
export function makeAuthenticator(
  services: Keys,
  account: string,
  { issuer, label }: { issuer: string; label: string },
) {
  const secret = makeTotpSecret();
  return { secret, uri: totpUri(secret, issuer, label), encryptedSecret: sealSecret(services, account, secret) };
}

/** Undefined for a wrong code. The secret is encrypted again, so that an old encryption key goes out of use. */
export function readTotp(
  services: Pick<Services, 'encryptionKeys' | 'clock'>,
  account: string,
  encryptedSecret: string,
  typed: string,
): RightCode | undefined {
  const secret = open(services, account, encryptedSecret);
  const step = totpStep(secret, readCode(typed), services.clock.now());
  return step === undefined ? undefined : { step, encryptedSecret: sealSecret(services, account, secret) };
}

const batch = 500;

/**
 * Encrypts the secrets of all authenticator apps with the newest key, so that the older ones can go. Each is replaced by a
 * statement of its own, so that no sign-in waits. Those that no key decrypts stay as they are.
 */
export async function encryptSecretsAgain({ encryptionKeys, stores: { authenticators } }: KeysAndStore) {
  const newest = encryptionKeys.slice(0, 1);
  const counts = { encrypted: 0, unreadable: 0 };
  for (let page = await authenticators.listAfter('', batch); page.length > 0;) {
    for (const { account, encryptedSecret } of page) {
      if (decrypt(encryptedSecret, newest, nameOf(account)) !== undefined) continue;
      const secret = decrypt(encryptedSecret, encryptionKeys, nameOf(account));
      if (secret === undefined) counts.unreadable += 1;
      else if (
        await authenticators.replaceEncrypted(account, encryptedSecret, sealSecret({ encryptionKeys }, account, secret))
      )
        counts.encrypted += 1;
    }
    page = await authenticators.listAfter(page.at(-1)!.account, batch);
  }
  return counts;
}

/** The code that the person's app shows now, for the sandbox. */
export const currentTotp = (
  services: Pick<Services, 'encryptionKeys' | 'clock'>,
  account: string,
  encryptedSecret: string,
) => totpAt(open(services, account, encryptedSecret), services.clock.now());
