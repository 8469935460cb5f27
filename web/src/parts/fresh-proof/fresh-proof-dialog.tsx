import { type ComponentType, useState } from 'react';
import type { ProofWay } from '@foyer/contract/flows/account';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { BelowButtons, DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { signInAgainUrl } from '../account/ended-session.ts';
import { hasPasskeys } from '../passkey/support.ts';
import css from './fresh-proof.module.css';
import type { ProofProps, ProofRequest } from './proof-request.ts';
import { ProveByEmail, ProveBySms } from './prove-by-code.tsx';
import { ProveByPasskey } from './prove-by-passkey.tsx';
import { ProveByBackupCode, ProveByTotp } from './prove-by-factor.tsx';
import { ProveByPassword } from './prove-by-password.tsx';

/** The form of each way. A way that has none is not offered, nor a passkey where the browser has none. */
const forms: Partial<Record<ProofWay, ComponentType<ProofProps>>> = {
  passkey: ProveByPasskey,
  password: ProveByPassword,
  sms: ProveBySms,
  email: ProveByEmail,
  totp: ProveByTotp,
  backupCode: ProveByBackupCode,
};

interface Props {
  request: ProofRequest;
  username: string;
  onEnd(isProven: boolean): void;
}

/** Asks a person who is signed in to prove again who they are, before something that matters. */
export function FreshProofDialog({ request, username, onEnd }: Props) {
  const t = useTranslate();
  const ways = request.ways.filter((way) => forms[way] && (way !== 'passkey' || hasPasskeys()));
  const [chosen, setChosen] = useState(ways[0]);
  const [isBusy, setBusy] = useState(false);
  const Form = chosen && forms[chosen];
  const cancel = () => onEnd(false);
  const others = ways.filter((way) => way !== chosen);

  return (
    // A new dialog for each way, so that its first field gets the focus.
    <Dialog
      key={chosen}
      title={t('proof.title')}
      lead={t(Form ? 'proof.lead' : 'proof.none')}
      width={dialogWidths.secondFactor}
      closeLabel={t('common.close')}
      busy={isBusy}
      onCancel={cancel}
    >
      {Form ? (
        <Form
          request={request}
          username={username}
          onBusy={setBusy}
          onProven={() => onEnd(true)}
          onCancel={cancel}
          others={
            <BelowButtons>
              <span className={css.others}>
                {others.map((way) => (
                  <Button key={way} kind="text" disabled={isBusy} onClick={() => setChosen(way)}>
                    {t(`proof.by.${way}`, { mobile: request.mobile ?? '', email: request.email ?? '' })}
                  </Button>
                ))}
                <Button kind="text" disabled={isBusy} onClick={() => setChosen(undefined)}>
                  {t('proof.noneOfThese')}
                </Button>
              </span>
            </BelowButtons>
          }
        />
      ) : (
        <DialogButtons>
          <Button onClick={cancel}>{t('common.cancel')}</Button>
          <ButtonLink kind="main" href={signInAgainUrl}>
            {t('proof.signInAgain')}
          </ButtonLink>
        </DialogButtons>
      )}
    </Dialog>
  );
}
