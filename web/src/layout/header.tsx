import { useEffect, useEffectEvent, useRef } from 'react';
import { isLanguage, languageName, languages } from '@foyer/contract/language';
import { switchTheme } from '../platform/browser/theme.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { Icon } from '../ui/icons/icon.tsx';
import { useToast } from '../ui/dialogs/toast.tsx';
import css from './header.module.css';
import { Mark } from '../ui/icons/mark.tsx';
import { ThemedImage } from '../ui/icons/themed-image.tsx';

export function Header() {
  const t = useTranslate();
  const { config, language, variant } = usePageContext();
  const name = config.brand[language];
  const logo = config.look?.logo;
  return (
    <header className={css.header}>
      <a className={css.logo} href={config.officialSite} aria-label={`${name} – ${t('header.logo.alt')}`}>
        {logo ? (
          <ThemedImage picture={logo} alt={name} height={32} />
        ) : (
          <>
            <Mark />
            {name}
          </>
        )}
      </a>
      <ThemeSwitch />
      {variant.languageHidden || variant.device === 'app' ? null : <LanguageSelector />}
    </header>
  );
}

function ThemeSwitch() {
  const t = useTranslate();
  return (
    <button type="button" className="tool" aria-label={t('header.theme')} onClick={switchTheme}>
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="8.5" />
        <path d="M12 3.5v17a8.5 8.5 0 0 0 0-17Z" fill="currentColor" />
      </svg>
    </button>
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
    <span className="tool">
      <Icon d="M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17Z" />
      {/* A selector is as wide as its longest option: it lies over the name of the chosen one. */}
      <span aria-hidden="true">{languageName(language)}</span>
      <Icon d="m7 10 5 5 5-5" size={16} />
      <select
        ref={select}
        className={css.language}
        aria-label={t('header.language')}
        // Uncontrolled: keeps the choice while its texts load.
        defaultValue={language}
        onChange={({ target }) => choose(target.value)}
      >
        {languages.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {languageName(tag)}
          </option>
        ))}
      </select>
    </span>
  );
}
