import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { Strip } from '../../ui/page/strip.tsx';
import css from './declined.module.css';

/** On top of the card: says why the person was signed out, until they submit a form again. */
export function Declined({ onGone }: { onGone(): void }) {
  const t = useTranslate();
  const onPc = usePageContext().variant.device === 'pc';
  const [top] = useState(() => document.createElement('div'));
  // Screen readers announce what changes in an element with this role, so the element comes first and then the text.
  const [added, setAdded] = useState(false);
  useLayoutEffect(() => {
    top.setAttribute('role', 'status');
    top.className = css.top!;
    document.getElementById('title')!.before(top);
    return () => top.remove();
  }, [top]);
  const leave = useEffectEvent(onGone);
  useEffect(() => {
    setAdded(true);
    const onSubmit = () => leave();
    addEventListener('submit', onSubmit);
    return () => removeEventListener('submit', onSubmit);
  }, []);
  return createPortal(
    added && (
      <Strip tone="warn" place={onPc ? 'card' : 'block'} icon={<Icon d={icons.alert} />}>
        <b>{t('consent.signedOut')}</b> <span>{t('consent.signedOut.lead')}</span>
      </Strip>
    ),
    top,
  );
}
