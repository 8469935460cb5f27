import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import type { Account } from './session.machine.ts';
import css from './session.module.css';

interface Props {
  applications: Account['applications'];
  busy: boolean;
  onEnd(id: string): void;
}

/** The applications of others that the person has allowed to learn who they are. */
export function Applications({ applications, busy, onEnd }: Props) {
  const t = useTranslate();
  const { language } = usePageContext();
  return (
    <section className={css.section} aria-labelledby="applications">
      <h2 id="applications">{t('home.applications')}</h2>
      <ul>
        {applications.map(({ id, name, since }) => (
          <li key={id} className={css.row}>
            <div>
              <p>{name}</p>
              <p className={css.when}>{t('home.applications.since', { time: shortTime(since, language) })}</p>
            </div>
            <Button disabled={busy} aria-label={`${t('home.applications.end')}: ${name}`} onClick={() => onEnd(id)}>
              {t('home.applications.end')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
