import { scanApps } from '@foyer/contract/pages/page-config';
import { type Translate, useTranslate, shortTime } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import type { Account } from './session.machine.ts';
import css from './session.module.css';

interface Props {
  identities: Account['identities'];
  busy: boolean;
  onUnlink(id: string): void;
}

export function Identities({ identities, busy, onUnlink }: Props) {
  const t = useTranslate();
  const { language } = usePageContext();
  return (
    <section className={css.section} aria-labelledby="identities">
      <h2 id="identities">{t('home.identities')}</h2>
      {identities.length === 0 && <p className={css.when}>{t('home.identities.none')}</p>}
      <ul>
        {identities.map(({ id, provider, since }) => {
          const name = nameOf(provider, t);
          return (
            <li key={id} className={css.row}>
              <div>
                <p>{name}</p>
                <p className={css.when}>{t('home.identities.since', { time: shortTime(since, language) })}</p>
              </div>
              <Button
                disabled={busy}
                aria-label={`${t('home.identities.unlink')}: ${name}`}
                onClick={() => onUnlink(id)}
              >
                {t('home.identities.unlink')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The name of the app, or the domain of the company. */
export function nameOf(provider: string, t: Translate): string {
  const [kind, ...rest] = provider.split('.');
  const app = scanApps.find((name) => name === kind);
  if (app) return t(`qr.switch.${app}`);
  if (kind === 'wecom') return t('way.wecom');
  return kind === 'sso' ? `${t('way.sso')} · ${rest.join('.')}` : provider;
}
