import { useTexts } from '../platform/i18n/texts.ts';
import { useVisit } from '../platform/page-context.ts';
import css from './footer.module.css';

export function Footer() {
  const say = useTexts();
  const { config, language } = useVisit();
  const { icp, psb } = config.filings;
  return (
    <footer className={css.footer}>
      <span>{say('footer.copyright', { year: config.year, company: config.company[language] })}</span>
      {icp && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener">
          {say('footer.icp', { no: icp })}
        </a>
      )}
      {psb && (
        <a href="https://beian.mps.gov.cn/" target="_blank" rel="noopener">
          {say('footer.psb', { no: psb })}
        </a>
      )}
    </footer>
  );
}
