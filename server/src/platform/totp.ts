import { code, totp as limits } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { Secret, TOTP } from 'otpauth';

/** SHA-1, six digits and 30 seconds: what every authenticator app supports, and several support nothing else. */
const parameters = { algorithm: 'SHA1', digits: code.length, period: limits.period / seconds(1) } as const;

const totpOf = (secret: string) => new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });

/** A new secret as base32. */
export const makeTotpSecret = () => new Secret({ size: limits.secretBytes }).base32;

/** What the QR code holds. `issuer` and `label` are how the app lists it. */
export const totpUri = (secret: string, issuer: string, label: string) =>
  new TOTP({ ...parameters, secret: Secret.fromBase32(secret), issuer, label }).toString();

const stepAt = (now: number) => Math.floor(now / limits.period);

/** The time step that this code belongs to, among the current one and those beside it. */
export function totpStep(secret: string, typed: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: typed, timestamp: now, window: limits.drift });
  return delta === null ? undefined : stepAt(now) + delta;
}

/** The code that an app shows now, and until when. */
export const totpAt = (secret: string, now: number) => ({
  code: totpOf(secret).generate({ timestamp: now }),
  until: (stepAt(now) + 1) * limits.period,
});
