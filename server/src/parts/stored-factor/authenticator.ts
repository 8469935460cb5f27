import { readCode } from '@foyer/contract/rules/code-rules';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import { makeTotpSecret, totpAt, totpStep, totpUri } from '../../platform/totp.ts';
import type { Services } from '../../services.ts';
import type { RightCode } from '../../store/authenticators.ts';

type Keys = Pick<Services, 'encryptionKeys'>;

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
      'The secret of an authenticator app cannot be decrypted: add the key that OIDC_ENCRYPTION_SECRETS had when it was made to the end of that list',
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

/** The code that the person's app shows now, for the sandbox. */
export const currentTotp = (
  services: Pick<Services, 'encryptionKeys' | 'clock'>,
  account: string,
  encryptedSecret: string,
) => totpAt(open(services, account, encryptedSecret), services.clock.now());
