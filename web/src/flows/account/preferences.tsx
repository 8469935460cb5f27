import { useEffect, useState } from 'react';
import { isLanguage, languageName, languages } from '@foyer/contract/language';
import { chosenTheme, themes } from '../../platform/browser/chosen-theme.ts';
import { type Theme, chooseTheme } from '../../platform/browser/theme.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Panel, Row, Rows } from '../../ui/page/panel.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import css from './preferences.module.css';

/** Language and theme, in this browser. */
export function Preferences() {
  const t = useTranslate();
  const toast = useToast();
  const { language, setLanguage } = usePageContext();
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    // The button in the header changes the theme as well.
    const read = () => setTheme(chosenTheme());
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);

  return (
    <Panel id="preferences" title={t('preferences.title')}>
      <Rows>
        <Row
          icon={
            <Icon d="M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17Z" />
          }
          title={<label htmlFor="preferred-language">{t('preferences.language')}</label>}
          note={t('preferences.language.note')}
        >
          <select
            id="preferred-language"
            className={css.select}
            value={language}
            onChange={({ target }) => {
              if (isLanguage(target.value)) void setLanguage(target.value).catch(() => toast(t('common.network')));
            }}
          >
            {languages.map((tag) => (
              <option key={tag} value={tag} lang={tag}>
                {languageName(tag)}
              </option>
            ))}
          </select>
        </Row>
        <Row
          icon={<Icon d={accountIcons.preferences} />}
          title={<label htmlFor="preferred-theme">{t('preferences.theme')}</label>}
          note={t('preferences.theme.note')}
        >
          <select
            id="preferred-theme"
            className={css.select}
            value={theme}
            onChange={({ target }) => {
              const chosen = themes.find((one) => one === target.value);
              if (chosen) chooseTheme(chosen);
            }}
          >
            {themes.map((one) => (
              <option key={one} value={one}>
                {t(`preferences.theme.${one}`)}
              </option>
            ))}
          </select>
        </Row>
      </Rows>
    </Panel>
  );
}
