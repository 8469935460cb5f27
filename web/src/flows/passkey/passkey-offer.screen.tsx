import { useEffect, useEffectEvent } from 'react';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { answerPasskeyOffer } from '@foyer/contract/flows/passkey';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import css from './passkey-offer.module.css';
import { passkeyOffer } from './passkey-offer.machine.ts';
import { create } from './passkey-offer.service.ts';

/** Offers a passkey to a person who has just signed in. Closing the dialog means "not now". */
export function PasskeyOffer({ onEnd }: { onEnd(): void }) {
  const t = useTranslate();
  const { api } = usePageContext();
  const [state, send] = useMachine(() =>
    passkeyOffer({
      create: (signal) => create({ api }, { signal }),
      decline: (answer) => api(answerPasskeyOffer, { answer }),
    }),
  );
  const busy = state.at !== 'asking';
  const failure = state.at === 'asking' ? state.failure : undefined;

  const react = useEffectEvent(() => {
    if (state.at === 'finished') onEnd();
  });
  useEffect(() => react(), [state]);

  return (
    <Dialog
      title={t('passkey.offer.title')}
      lead={t('passkey.offer.lead')}
      width={dialogWidths.passkey}
      busy={busy}
      onCancel={() => send({ is: 'later' })}
    >
      <Notice failure={failure === 'notCreated' ? undefined : failure}>
        {failure === 'notCreated' && t('passkey.notCreated')}
      </Notice>
      <DialogButtons>
        <Button disabled={busy} onClick={() => send({ is: 'later' })}>
          {t('passkey.offer.later')}
        </Button>
        <Button kind="main" disabled={busy} busy={state.at === 'creating'} onClick={() => send({ is: 'create' })}>
          {t(state.at === 'creating' ? 'passkey.offer.creating' : 'passkey.offer.create')}
        </Button>
      </DialogButtons>
      <p className={css.never}>
        <Button kind="text" disabled={busy} onClick={() => send({ is: 'never' })}>
          {t('passkey.offer.never')}
        </Button>
      </p>
    </Dialog>
  );
}
