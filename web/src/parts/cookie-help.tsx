import { useEffect, useState } from 'react';
import { browserFamily } from '../platform/browser/browser-family.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { cookiesWork } from '../platform/storage/cookies.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/dialogs/toast.tsx';
import css from './cookie-help.module.css';

interface Props {
  /** `main` where the page is about cookies and nothing else; `text` in one line, which opens. */
  kind: 'main' | 'text';
  onCookiesWork(): void;
}

/** How to turn on cookies in this browser, and a button that tests them again. */
export function CookieHelp({ kind, onCookiesWork }: Props) {
  const t = useTranslate();
  const toast = useToast();
  const [family, setFamily] = useState<ReturnType<typeof browserFamily>>('other');
  useEffect(() => setFamily(browserFamily(navigator.userAgent)), []);
  const how = <p className={css.how}>{t(`cookie.how.${family}`)}</p>;
  const retry = (
    <Button kind={kind} onClick={() => (cookiesWork() ? onCookiesWork() : toast(t('cookie.still')))}>
      {t('cookie.retry')}
    </Button>
  );
  if (kind === 'main')
    return (
      <div>
        {how}
        {retry}
      </div>
    );
  return (
    <div className={css.line}>
      <details>
        <summary>{t('cookie.how')}</summary>
        {how}
      </details>
      {retry}
    </div>
  );
}
