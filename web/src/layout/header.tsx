import { useEffect, useEffectEvent, useRef } from 'react';
import { isLanguage } from '@foyer/contract/language';
import { useTexts } from '../platform/i18n/texts.ts';
import { useVisit } from '../platform/page-context.ts';
import { useToast } from '../ui/toast.tsx';
import css from './header.module.css';

export function Header() {
  const say = useTexts();
  const { config, language, variant } = useVisit();
  return (
    <header className={css.header}>
      <a
        className={css.logo}
        href={config.officialSite}
        aria-label={`${config.brand[language]} – ${say('header.logo.alt')}`}
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
  const say = useTexts();
  const toast = useToast();
  const { language, setLanguage } = useVisit();
  const select = useRef<HTMLSelectElement>(null);

  const choose = (chosen: string) => {
    if (!isLanguage(chosen)) return;
    void setLanguage(chosen).catch(() => {
      select.current!.value = language;
      toast(say('common.network'));
    });
  };
  const takeOver = useEffectEvent((chosen: string) => chosen === language || choose(chosen));
  // It can be used before the script has come.
  useEffect(() => void takeOver(select.current!.value), []);

  return (
    <select
      ref={select}
      className={css.language}
      aria-label={say('header.language')}
      // Shows what was chosen, while its words are on their way.
      defaultValue={language}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="zh-CN" lang="zh-CN">
        {say('header.lang.zh')}
      </option>
      <option value="en-US" lang="en-US">
        {say('header.lang.en')}
      </option>
    </select>
  );
}
