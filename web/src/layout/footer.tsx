import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import css from './footer.module.css';

export function Footer() {
  const t = useTranslate();
  const { config, language } = usePageContext();
  const { icp, psb } = config.filings;
  return (
    <footer className={css.footer}>
      <span>{t('footer.copyright', { year: config.year, company: config.company[language] })}</span>
      {icp && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener">
          {t('footer.icp', { no: '' })}
          <span lang="zh">{icp}</span>
        </a>
      )}
      {psb && (
        <a href="https://beian.mps.gov.cn/" target="_blank" rel="noopener">
          {t('footer.psb', { no: '' })}
          <span lang="zh">{psb}</span>
        </a>
      )}
    </footer>
  );
}
