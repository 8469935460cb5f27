import { allowedLink } from '@foyer/contract/rules/redirect-rules';
import { navigate } from '../../platform/navigation/navigate.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import type { Claim } from './correct-number.machine.ts';
import css from './identity-check.module.css';

/** Tells a person who gave another ID number who has to confirm it, and how to go on. */
export function ClaimedNumber({ claim, onEnd }: { claim: Claim; onEnd(): void }) {
  const t = useTranslate();
  const { config } = usePageContext();
  const url = allowedLink(claim.url, location.origin);
  const by = url ? 'identityService' : claim.confirmedBy === 'password' ? 'password' : 'company';
  return (
    <>
      <p className={css.about} role="status" tabIndex={-1}>
        {t(`idcheck.claimed.${by}`, { support: config.support })}
      </p>
      <DialogButtons>
        {url ? (
          <Button kind="main" onClick={() => navigate(url)}>
            {t('idcheck.claimed.verify')}
          </Button>
        ) : (
          <Button kind="main" onClick={onEnd}>
            {t('idcheck.claimed.back')}
          </Button>
        )}
      </DialogButtons>
    </>
  );
}
