import type { MouseEvent, ReactNode, Ref } from 'react';
import { useTranslate } from '../platform/i18n/texts.ts';

interface Props {
  to: string;
  newTab?: boolean;
  /** Called instead of leaving the page; a click that opens a new tab or window still does. */
  onFollow?: (() => void) | undefined;
  ref?: Ref<HTMLAnchorElement>;
  children: ReactNode;
}

/** A link that passes on the typed account and the redirect URL: an inline script adds them to its URL. */
export function LinkWithAccount({ to, newTab = false, onFollow, ref, children }: Props) {
  const t = useTranslate();
  const target = newTab ? { target: '_blank', rel: 'noopener' } : {};
  const follow = (event: MouseEvent) => {
    if (!onFollow || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow();
  };
  return (
    <a ref={ref} href={to} data-with-account {...target} onClick={follow}>
      {children}
      {newTab && <span className="visually-hidden">{t('login.newTab')}</span>}
    </a>
  );
}
