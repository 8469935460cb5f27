import { useState } from 'react';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { mask } from '@foyer/contract/rules/account-rules';
import { download } from '../../platform/browser/download.ts';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { CopyButton } from '../../parts/stored-factor/copy-button.tsx';
import { dayOf, useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import css from './new-backup-codes.module.css';

interface Props {
  codes: readonly string[];
  busy: boolean;
  /** From then on they count. */
  onSaved(): void;
  onCancel(): void;
}

/** The only time that the codes are shown: the dialog closes by its buttons alone, not by Escape. */
export function NewBackupCodes({ codes, busy, onSaved, onCancel }: Props) {
  const t = useTranslate();
  const { config, language } = usePageContext();
  const { account } = useCurrentAccount();
  const [madeAt] = useState(() => Date.now());
  const { host } = location;
  // The owner has to know in a year what the sheet is for; whoever else finds it does not learn the account.
  const title = t('backup.sheet', {
    brand: config.brand[language],
    account: mask(account.mobile ?? account.email ?? ''),
    site: host,
    day: dayOf(madeAt, language),
  });
  const sheet = [title, t('backup.once'), '', ...codes, ''].join('\r\n');
  const fileName = `backup-codes-${host.replace(':', '-')}-${new Date(madeAt).toISOString().slice(0, 10)}.txt`;

  return (
    <Dialog title={t('backup.new.title')} lead={t('backup.new.lead')} width={dialogWidths.secondFactor}>
      <div className={css.sheet}>
        <p className={css.printed}>{title}</p>
        <ul className={css.codes} aria-label={t('backup.title')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className={css.printed}>{t('backup.once')}</p>
      </div>
      <div className={css.save}>
        <CopyButton text={sheet} label={t('backup.copy')} />
        <Button onClick={() => download(fileName, sheet, 'text/plain')}>{t('backup.download')}</Button>
        <Button onClick={() => print()}>{t('backup.print')}</Button>
      </div>
      <DialogButtons>
        <Button disabled={busy} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button kind="main" busy={busy} onClick={onSaved}>
          {t('backup.saved')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
