import type { CreationOptions, RequestOptions } from '@foyer/contract/flows/passkey';
import { passkey as limits } from '@foyer/contract/limits';
import { nameIn } from '../../platform/masking.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Services } from '../../services.ts';
import type { Account } from '../../store/accounts/accounts.ts';
import type { Passkey } from '../../store/credentials/passkeys.ts';
import { algorithms } from './passkey-check.ts';
import { userHandleOf } from './user-handle.ts';

const describe = ({ credentialId, transports }: Passkey) => ({
  type: 'public-key' as const,
  id: credentialId,
  transports,
});

/** What the browser needs to use a passkey: any of this site, or one of `allowed`. */
export const requestOptions = (rpId: string, challenge: string, allowed: readonly Passkey[] = []): RequestOptions => ({
  challenge,
  rpId,
  timeout: limits.timeout,
  userVerification: 'required',
  allowCredentials: allowed.map(describe),
});

/** How authenticators call the account. */
export const userEntity = (account: Account, { language }: Pick<RequestContext, 'language'>) => {
  const name = account.mobile ?? account.email ?? account.ouid;
  return { id: userHandleOf(account.ouid), name, displayName: nameIn(language, account) ?? name };
};

/** What the browser needs to create a passkey that signs in by itself and verifies the person. */
export function creationOptions(
  { config }: Pick<Services, 'config'>,
  context: RequestContext,
  { rpId, challenge, account, existing }: NewPasskeyOptions,
): CreationOptions {
  return {
    challenge,
    rp: { id: rpId, name: config.page.brand[context.language] },
    user: userEntity(account, context),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: limits.timeout,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: existing.map(describe),
  };
}

interface NewPasskeyOptions {
  rpId: string;
  challenge: string;
  account: Account;
  /** An authenticator that has one of these does not create another one. */
  existing: readonly Passkey[];
}
