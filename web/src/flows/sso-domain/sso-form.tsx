import { useEffect, useRef } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { SsoDomain } from './sso-domain.screen.tsx';
import css from './sso-domain.module.css';

interface Props {
  /** Someone has just asked for it, and what they pressed is gone. */
  opened: boolean;
  onBack: (() => void) | undefined;
}

/** The same question in the place of the form. */
export function SsoForm({ opened, onBack }: Props) {
  const t = useTranslate();
  const domain = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (opened) domain.current!.focus();
  }, [opened]);
  return (
    <>
      <h2 className={css.title}>{t('sso.title')}</h2>
      <SsoDomain domain={domain} onBack={onBack} />
    </>
  );
}
