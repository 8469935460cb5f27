import { scanApps } from '@foyer/contract/pages/page-config';
import { type Say, useTexts } from '../../platform/i18n/texts.ts';
import { useVisit } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import type { Me } from './session.machine.ts';
import css from './session.module.css';
import { shortTime } from '../../platform/i18n/short-time.ts';

interface Props {
  identities: Me['identities'];
  busy: boolean;
  onUnlink(id: string): void;
}

export function Identities({ identities, busy, onUnlink }: Props) {
  const say = useTexts();
  const { language } = useVisit();
  return (
    <section className={css.section} aria-labelledby="identities">
      <h2 id="identities">{say('home.identities')}</h2>
      {identities.length === 0 && <p className={css.when}>{say('home.identities.none')}</p>}
      <ul>
        {identities.map(({ id, provider, since }) => {
          const name = nameOf(provider, say);
          return (
            <li key={id} className={css.row}>
              <div>
                <p>{name}</p>
                <p className={css.when}>{say('home.identities.since', { time: shortTime(since, language) })}</p>
              </div>
              <Button
                kind="text"
                disabled={busy}
                aria-label={`${say('home.identities.unlink')}: ${name}`}
                onClick={() => onUnlink(id)}
              >
                {say('home.identities.unlink')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** An app by its own name, a company by the one that its people type at the door. */
function nameOf(provider: string, say: Say): string {
  const [kind, ...rest] = provider.split('.');
  const app = scanApps.find((one) => one === kind);
  if (app) return say(`qr.switch.${app}`);
  if (kind === 'wecom') return say('way.wecom');
  return kind === 'sso' ? `${say('way.sso')} · ${rest.join('.')}` : provider;
}
