import type { OpenSession } from '@foyer/contract/flows/session';
import { shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import css from './session.module.css';

interface Props {
  sessions: readonly OpenSession[];
  busy: boolean;
  onEnd(id: string): void;
}

export function Sessions({ sessions, busy, onEnd }: Props) {
  const t = useTranslate();
  const { language } = usePageContext();
  return (
    <section className={css.section} aria-labelledby="sessions">
      <h2 id="sessions">{t('home.sessions')}</h2>
      <ul>
        {sessions.map(({ id, current, way, device, address, createdAt, lastSeenAt }) => (
          <li key={id} className={css.row}>
            <div>
              <p>
                {device} · {address}
                {current && <span className={css.here}>{t('home.sessions.here')}</span>}
              </p>
              <p className={css.when}>
                {t('home.sessions.since', { way: t(`way.${way}`), time: shortTime(createdAt, language) })} ·{' '}
                {t('home.sessions.seen', { time: shortTime(lastSeenAt, language) })}
              </p>
            </div>
            {!current && (
              <Button disabled={busy} aria-label={`${t('home.sessions.end')}: ${device}`} onClick={() => onEnd(id)}>
                {t('home.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
