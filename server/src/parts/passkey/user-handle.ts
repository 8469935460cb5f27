import { sha256 } from '../../platform/sha256.ts';
import type { Passkey } from '../../store/credentials/passkeys.ts';

/** Names the account to authenticators. It reveals nothing about the person, not even the ID that applications get. */
export const userHandleOf = (ouid: string) => sha256('passkeyUser', ouid);

/** By which the authenticator of this passkey names the account: that of the account in which it was created. */
export const handleOf = ({ userHandle, account }: Passkey) => userHandle ?? userHandleOf(account);
