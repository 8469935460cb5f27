import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import css from './footer.module.css';

const registries = { icp: 'miit', psb: 'mps' } as const;
const names = ['icp', 'psb'] as const;

export function Footer() {
  const t = useTranslate();
  const { config, language } = usePageContext();
  return (
    <footer className={css.footer}>
      <span>{t('footer.copyright', { year: config.year, company: config.company[language] })}</span>
      {names.map(
        (name) =>
          config.filings[name] && (
            <a key={name} href={`https://beian.${registries[name]}.gov.cn/`} target="_blank" rel="noopener">
              {t(`footer.${name}`, { no: '' })}
              <span lang="zh">{config.filings[name]}</span>
            </a>
          ),
      )}
    </footer>
  );
}
