import { useTranslate } from '../../platform/i18n/texts.ts';
import css from './qr-login.module.css';
import type { QrState } from './qr-login.machine.ts';

/** Where the outside world is played, so is the phone. DingTalk's page has a way to it of its own. */
export function SandboxPhone({ address, state }: { address: string; state: QrState }) {
  const t = useTranslate();
  const content = 'code' in state && state.code.kind === 'content' ? state.code.url : undefined;
  return (
    <p className={css.phone}>
      {content && (
        <a href={`${address}?${new URLSearchParams({ code: content })}`} target="_blank" rel="noopener">
          {t('qr.sandboxPhone')}
          <span className="unseen">{t('login.newTab')}</span>
        </a>
      )}
    </p>
  );
}
