import { useEffect, useState } from 'react';
import type { SandboxTexts } from '@foyer/contract/texts/sandbox-texts';
import { hasAuthenticator } from '../../parts/passkey/credentials.ts';
import css from './sandbox-drawer.module.css';
import { chooseSandboxAuthenticator, isSandboxAuthenticatorChosen } from './software-authenticator.ts';

type Choice = 'unknown' | 'offered' | 'chosen';

/** Offers the authenticator of the sandbox where the browser has none, so that passkeys can be tried. */
export function Authenticator({ base, texts }: { base: string; texts: SandboxTexts }) {
  const [choice, setChoice] = useState<Choice>(isSandboxAuthenticatorChosen() ? 'chosen' : 'unknown');
  useEffect(() => {
    if (choice === 'unknown' && 'PublicKeyCredential' in window)
      void hasAuthenticator().then((has) => !has && setChoice('offered'));
  }, [choice]);

  if (choice === 'unknown') return null;
  return (
    <section aria-label={texts.passkeys}>
      <h3 className={css.caption}>{texts.passkeys}</h3>
      <p className={css.note} role="status">
        {choice === 'chosen' ? texts.authenticatorUsed : texts.noAuthenticator}
      </p>
      {choice === 'offered' && (
        <button
          type="button"
          className={css.small}
          onClick={() => {
            chooseSandboxAuthenticator(base);
            setChoice('chosen');
          }}
        >
          {texts.useAuthenticator}
        </button>
      )}
    </section>
  );
}
