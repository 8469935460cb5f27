import { useState } from 'react';
import { secondsLeft, useNow } from '../platform/machine/use-now.ts';
import { useTimeout } from '../platform/machine/use-timeout.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { Button } from '../ui/button.tsx';
import css from './leave-soon.module.css';

interface Props {
  after: number;
  /** Says where the page goes. */
  text: 'register.success.leaving' | 'retrieve.leaving';
  onLeave(): void;
}

/** Leaves the page by itself, unless the person stays. */
export function LeaveSoon({ after, text, onLeave }: Props) {
  const t = useTranslate();
  const [until] = useState(() => Date.now() + after);
  const [stays, setStays] = useState(false);
  const now = useNow(stays ? undefined : until);
  useTimeout(stays ? undefined : after, onLeave);
  return (
    <p className={css.soon}>
      {!stays && (
        <>
          {t(text, { s: secondsLeft(until, now) })} ·{' '}
          <Button kind="text" onClick={() => setStays(true)}>
            {t('common.stay')}
          </Button>
        </>
      )}
    </p>
  );
}
