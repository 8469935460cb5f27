import { defaultLanguage } from '@foyer/contract/language';
import { seconds } from '@foyer/contract/time';
import type { AccountClaims } from 'oidc-provider';
import { nameIn } from '../../platform/masking.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import { areTwoFactors } from '../sign-in/two-factors.ts';

/** Which claims a scope gives. */
export const claimsByScope = {
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'name#zh', 'name#en', 'locale'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  roles: ['roles'],
  groups: ['groups'],
};

type Described = Pick<Account, 'ouid' | 'name' | 'latinName' | 'language' | 'email' | 'mobile'>;

/**
 * Every number and address of an account was proven by a code, by an app or by its company. `name` is in the language of
 * the last sign-in, which is `locale`; with a tag of its language (OpenID Connect Core 5.2) an application can choose.
 */
export function claimsOf({ ouid, name, latinName, language, email, mobile }: Described): AccountClaims {
  const displayName = nameIn(language ?? defaultLanguage, { name, latinName }) ?? latinName;
  return {
    sub: ouid,
    ...(displayName && { name: displayName }),
    ...(name && latinName && { 'name#zh': name, 'name#en': latinName }),
    ...(language && { locale: language }),
    ...(email && { email, email_verified: true }),
    ...(mobile && { phone_number: `+86${mobile}`, phone_number_verified: true }),
  };
}

/** How strongly a session is proven. */
export const acrValues = { oneFactor: 'urn:foyer:one-factor', twoFactors: 'urn:foyer:two-factors' } as const;

/**
 * Registered names where there is one; an app or a company keeps its own name. A passkey is the possession of a key (`pop`)
 * and a person who was present: whether the key is in hardware is not known without an attestation.
 */
const methodNames: Record<string, string[]> = {
  password: ['pwd'],
  sms: ['sms'],
  mail: ['otp'],
  totp: ['otp'],
  backupCode: ['otp'],
  passkey: ['pop', 'user'],
};

interface SignedInSession {
  account: string;
  factors: string[];
  createdAt: Date;
}

/** When and how a person signed in, for the ID token. */
export function authenticationOf({ account, factors, createdAt }: SignedInSession) {
  const several = areTwoFactors(factors);
  return {
    accountId: account,
    loginTs: Math.floor(createdAt.getTime() / seconds(1)),
    amr: [...new Set(factors.flatMap((factor) => methodNames[factor] ?? factor)), ...(several ? ['mfa'] : [])],
    acr: several ? acrValues.twoFactors : acrValues.oneFactor,
  };
}
