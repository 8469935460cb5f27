import { useEffect, useState } from 'react';
import type { SandboxTexts } from '@foyer/contract/texts/sandbox-texts';
import { hasAuthenticator } from '../../parts/passkey/credentials.ts';
import { hasPasskeys } from '../../parts/passkey/support.ts';
import css from './sandbox-drawer.module.css';
import {
  chooseSandboxAuthenticator,
  isSandboxAuthenticatorChosen,
  leaveSandboxAuthenticator,
} from './software-authenticator.ts';

/** Who keeps the passkeys. */
type Keeper = 'unknown' | 'browser' | 'none' | 'sandbox';

/** Lets a person try passkeys where the browser can keep none, and use those of the sandbox's people. */
export function Authenticator({ base, texts }: { base: string; texts: SandboxTexts }) {
  const [keeper, setKeeper] = useState<Keeper>(isSandboxAuthenticatorChosen() ? 'sandbox' : 'unknown');
  useEffect(() => {
    if (keeper === 'unknown' && hasPasskeys())
      void hasAuthenticator().then((has) => setKeeper(has ? 'browser' : 'none'));
  }, [keeper]);

  if (keeper === 'unknown') return null;
  return (
    <section aria-label={texts.passkeys}>
      <h3 className={css.caption}>{texts.passkeys}</h3>
      <p className={css.note} role="status">
        {texts.keptBy[keeper]}
      </p>
      {keeper === 'sandbox' ? (
        <button type="button" className={css.small} onClick={leaveSandboxAuthenticator}>
          {texts.leaveAuthenticator}
        </button>
      ) : (
        <button
          type="button"
          className={css.small}
          onClick={() => {
            chooseSandboxAuthenticator(base);
            setKeeper('sandbox');
          }}
        >
          {texts.useAuthenticator}
        </button>
      )}
    </section>
  );
}
