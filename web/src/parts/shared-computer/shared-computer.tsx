import { useEffect, useId, useState } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { cookiesWork } from '../../platform/storage/cookies.ts';
import { markSharedComputer } from '../../platform/storage/mark-shared-computer.ts';
import { isSharedComputer, unmarkSharedComputer } from '../../platform/storage/shared-computer.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import css from './shared-computer.module.css';

/** Below the card: the person says that others use this computer, whichever way they sign in then. */
export function SharedComputer() {
  const t = useTranslate();
  const note = useId();
  const [hasCookies] = useState(cookiesWork);
  const [shared, setShared] = useState(isSharedComputer);
  // All browser tabs share the choice, and a sign-in in one of them ends it.
  useEffect(() => {
    const follow = () => setShared(isSharedComputer());
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  // Without cookies no sign-in leaves anything in the browser.
  if (!hasCookies) return null;
  return (
    <div className={css.choice}>
      <Checkbox
        checked={shared}
        aria-describedby={note}
        onChange={({ target: { checked } }) => {
          if (checked) markSharedComputer();
          else unmarkSharedComputer();
          setShared(checked);
        }}
      >
        {t('login.shared')}
      </Checkbox>
      <p id={note} role="status">
        {shared && t('login.shared.note')}
      </p>
    </div>
  );
}
