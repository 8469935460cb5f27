import type { ReactNode } from 'react';
import { useTranslate } from '../platform/i18n/texts.ts';

interface Props {
  to: string;
  newTab?: boolean;
  children: ReactNode;
}

/** A link that takes along what stands in the account field, and where the person wants to go; the document sees to it. */
export function LinkWithAccount({ to, newTab = false, children }: Props) {
  const t = useTranslate();
  const apart = newTab ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <a href={to} data-takes {...apart}>
      {children}
      {newTab && <span className="unseen">{t('login.newTab')}</span>}
    </a>
  );
}
