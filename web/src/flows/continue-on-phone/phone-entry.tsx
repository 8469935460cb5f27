import { Suspense, useState } from 'react';
import { lazyPart, reportLoadFailed } from '../../platform/lazy/lazy-part.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import type { Outcome } from '../outcome.ts';
import css from './phone-entry.module.css';

const loadDialog = () => import('./continue-dialog.tsx');
const ContinueDialog = lazyPart(() => loadDialog().then((m) => m.ContinueDialog));

interface Props {
  /** The dialog was opened or closed. */
  onShow(opened: boolean): void;
  onEnd(outcome: Outcome): void;
}

/** Opens the dialog with the QR code for the camera of a phone. */
export function PhoneEntry({ onShow, onEnd }: Props) {
  const t = useTranslate();
  const { loadAllTexts } = usePageContext();
  const [opened, setOpened] = useState(false);
  function show(shown: boolean) {
    setOpened(shown);
    onShow(shown);
  }
  return (
    <>
      <p className={css.entry}>
        <Button
          kind="text"
          onClick={() => void Promise.all([loadAllTexts(), loadDialog()]).then(() => show(true), reportLoadFailed)}
        >
          {t('phone.title')}
        </Button>
      </p>
      {opened && (
        <Suspense>
          <ContinueDialog
            onEnd={(outcome) => {
              show(false);
              if (outcome) onEnd(outcome);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
