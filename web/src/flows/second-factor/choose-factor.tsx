import { useLayoutEffect, useRef } from 'react';
import type { SecondFactor } from '@foyer/contract/second-factors';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { BelowButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import css from './second-factor.module.css';

const pictures: Record<SecondFactor, string> = {
  passkey: accountIcons.key,
  totp: accountIcons.shield,
  sms: accountIcons.phone,
  backupCode: accountIcons.codes,
};
const forward = 'm9.5 5.5 6.5 6.5-6.5 6.5';

interface Props {
  factors: readonly SecondFactor[];
  mobile: string;
  onChoose(factor: SecondFactor): void;
  /** The person can use none of them. */
  onLost(): void;
}

/** The second factors of the account. The focus is on the list, so that a second press of Enter chooses nothing. */
export function ChooseFactor({ factors, mobile, onChoose, onLost }: Props) {
  const t = useTranslate();
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current!.focus(), []);
  return (
    <>
      <ul ref={list} className={css.ways} tabIndex={-1} aria-label={t('mfa.choose')}>
        {factors.map((factor) => (
          <li key={factor}>
            <Button onClick={() => onChoose(factor)}>
              <Icon d={pictures[factor]} />
              {t(`mfa.way.${factor}`, { mobile })}
              <Icon d={forward} />
            </Button>
          </li>
        ))}
      </ul>
      <BelowButtons>
        <Button kind="text" onClick={onLost}>
          {t('recovery.open')}
        </Button>
      </BelowButtons>
    </>
  );
}
