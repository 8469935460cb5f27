import { dialogWidths } from '@foyer/contract/layout-sizes';
import { download } from '../../platform/browser/download.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import css from './new-backup-codes.module.css';

interface Props {
  codes: readonly string[];
  onClose(): void;
}

/** The only time that the codes are shown: the dialog closes by its button alone, not by Escape. */
export function NewBackupCodes({ codes, onClose }: Props) {
  const t = useTranslate();
  const { config, variant } = usePageContext();
  const brand = config.brand[variant.language];
  const title = `${brand} · ${t('backup.title')}`;

  const save = () =>
    download('backup-codes.txt', [title, t('backup.once'), '', ...codes, ''].join('\r\n'), 'text/plain');

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
        <Button onClick={save}>{t('backup.download')}</Button>
        <Button onClick={() => print()}>{t('backup.print')}</Button>
      </div>
      <DialogButtons>
        <Button kind="main" onClick={onClose}>
          {t('backup.saved')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
