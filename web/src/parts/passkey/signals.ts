import { hasPasskeys } from './support.ts';

/** The calls by which a page keeps authenticators up to date. Not every browser has them. */
interface SignalApi {
  signalUnknownCredential?(signal: { rpId: string; credentialId: string }): Promise<void>;
  signalAllAcceptedCredentials?(signal: {
    rpId: string;
    userId: string;
    allAcceptedCredentialIds: string[];
  }): Promise<void>;
  signalCurrentUserDetails?(signal: { rpId: string; userId: string; name: string; displayName: string }): Promise<void>;
}

const api = (): SignalApi => (hasPasskeys() ? PublicKeyCredential : {});

/** A hint to authenticators: nothing depends on it, so a failure is ignored. */
const ignoreFailure = (signal: Promise<void> | undefined) => void signal?.catch(() => {});

/** The service does not know this passkey, so it need not be offered any more. */
export const signalUnknown = (rpId: string, credentialId: string) =>
  ignoreFailure(api().signalUnknownCredential?.({ rpId, credentialId }));

interface KnownPasskeys {
  rpId: string;
  user: { id: string; name: string; displayName: string };
  passkeys: readonly { credentialId: string }[];
}

/** Which passkeys of the account count, and how the account is called now. */
export function signalKnown({ rpId, user: { id: userId, name, displayName }, passkeys }: KnownPasskeys) {
  const allAcceptedCredentialIds = passkeys.map(({ credentialId }) => credentialId);
  ignoreFailure(api().signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }));
  ignoreFailure(api().signalCurrentUserDetails?.({ rpId, userId, name, displayName }));
}
