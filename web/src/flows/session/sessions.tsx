import type { OpenSession } from '@foyer/contract/flows/session';
import { useTexts } from '../../platform/i18n/texts.ts';
import { useVisit } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import css from './session.module.css';
import { shortTime } from '../../platform/i18n/short-time.ts';

interface Props {
  sessions: readonly OpenSession[];
  busy: boolean;
  onEnd(id: string): void;
}

export function Sessions({ sessions, busy, onEnd }: Props) {
  const say = useTexts();
  const { language } = useVisit();
  return (
    <section className={css.section} aria-labelledby="sessions">
      <h2 id="sessions">{say('home.sessions')}</h2>
      <ul>
        {sessions.map(({ id, current, way, device, address, createdAt, lastSeenAt }) => (
          <li key={id} className={css.row}>
            <div>
              <p>
                {device} · {address}
                {current && <span className={css.here}>{say('home.sessions.here')}</span>}
              </p>
              <p className={css.when}>
                {say('home.sessions.since', { way: say(`way.${way}`), time: shortTime(createdAt, language) })} ·{' '}
                {say('home.sessions.seen', { time: shortTime(lastSeenAt, language) })}
              </p>
            </div>
            {!current && (
              <Button
                kind="text"
                disabled={busy}
                aria-label={`${say('home.sessions.end')}: ${device}`}
                onClick={() => onEnd(id)}
              >
                {say('home.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
