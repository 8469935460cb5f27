import { useEffect, useEffectEvent, useRef } from 'react';
import { isLanguage, languageName, languages } from '@foyer/contract/language';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { useToast } from '../ui/toast.tsx';
import css from './header.module.css';

export function Header() {
  const t = useTranslate();
  const { config, language, variant } = usePageContext();
  return (
    <header className={css.header}>
      <a
        className={css.logo}
        href={config.officialSite}
        aria-label={`${config.brand[language]} – ${t('header.logo.alt')}`}
      >
        <span className={css.seal} lang="zh-CN">
          章
        </span>
        {config.brand[language]}
      </a>
      {variant.languageHidden || variant.device === 'app' ? null : <LanguageSelector />}
    </header>
  );
}

function LanguageSelector() {
  const t = useTranslate();
  const toast = useToast();
  const { language, setLanguage } = usePageContext();
  const select = useRef<HTMLSelectElement>(null);

  const choose = (chosen: string) => {
    if (!isLanguage(chosen)) return;
    void setLanguage(chosen).catch(() => {
      select.current!.value = language;
      toast(t('common.network'));
    });
  };
  const applyEarlyChoice = useEffectEvent((chosen: string) => chosen === language || choose(chosen));
  // The person may have chosen a language before hydration.
  useEffect(() => void applyEarlyChoice(select.current!.value), []);

  return (
    <select
      ref={select}
      className={css.language}
      aria-label={t('header.language')}
      // Uncontrolled: shows the choice while its texts load.
      defaultValue={language}
      onChange={({ target }) => choose(target.value)}
    >
      {languages.map((tag) => (
        <option key={tag} value={tag} lang={tag}>
          {languageName(tag)}
        </option>
      ))}
    </select>
  );
}
