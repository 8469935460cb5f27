import type { ReactNode } from 'react';
import { useTranslate } from '../platform/i18n/texts.ts';

interface Props {
  to: string;
  newTab?: boolean;
  children: ReactNode;
}

/** A link that passes on the typed account and the redirect URL: an inline script adds them to its URL. */
export function LinkWithAccount({ to, newTab = false, children }: Props) {
  const t = useTranslate();
  const target = newTab ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <a href={to} data-with-account {...target}>
      {children}
      {newTab && <span className="visually-hidden">{t('login.newTab')}</span>}
    </a>
  );
}
