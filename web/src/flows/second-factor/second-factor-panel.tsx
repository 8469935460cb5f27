import { backupCode } from '@foyer/contract/limits';
import type { SecondFactorState } from '@foyer/contract/flows/second-factor';
import { dayOf, useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { accountIcons } from '../../ui/icons/account-icons.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Badge, Panel, Row, Rows } from '../../ui/page/panel.tsx';
import type { RiskyChange } from './confirm-change.tsx';

interface Props {
  state: SecondFactorState;
  busy: boolean;
  onSwitchOn(): void;
  onAddAuthenticator(): void;
  onWantCodes(): void;
  /** A change that the person is asked about first. */
  onAskFirst(change: RiskyChange): void;
}

/** Whether the account has anything to prove the second factor with. Backup codes alone are not enough. */
export const canSwitchOn = ({ factors }: SecondFactorState) => factors.some((factor) => factor !== 'backupCode');

export function SecondFactorPanel({ state, busy, onSwitchOn, onAddAuthenticator, onWantCodes, onAskFirst }: Props) {
  const t = useTranslate();
  const { language } = usePageContext();
  const { on, policy, dueBy, mobile, authenticator, canAddAuthenticator, backupCodes, trustedBrowsers } = state;
  const day = (time: string) => dayOf(time, language);
  const isOn = on || policy === 'required';

  return (
    <Panel
      id="second-factor"
      title={t('factor.title')}
      end={<Badge kind={isOn ? 'ok' : 'warn'}>{t(isOn ? 'factor.on' : 'factor.off')}</Badge>}
    >
      <Rows>
        <Row icon={<Icon d={accountIcons.lock} />} title={t('factor.ask')} note={askNote()}>
          {on && policy !== 'required' && (
            <Button disabled={busy} onClick={() => onAskFirst({ is: 'switchOff' })}>
              {t('factor.turnOff')}
            </Button>
          )}
          {!isOn && canSwitchOn(state) && (
            <Button disabled={busy} onClick={onSwitchOn}>
              {t('factor.turnOn')}
            </Button>
          )}
        </Row>
        {(authenticator || canAddAuthenticator) && (
          <Row
            icon={<Icon d={accountIcons.shield} />}
            title={t('totp.name')}
            note={authenticator ? t('totp.since', { day: day(authenticator.since) }) : t('totp.none')}
          >
            {authenticator ? (
              <Button
                disabled={busy}
                aria-label={`${t('totp.remove')}: ${t('totp.name')}`}
                onClick={() => onAskFirst({ is: 'removeAuthenticator' })}
              >
                {t('totp.remove')}
              </Button>
            ) : (
              <Button disabled={busy} aria-label={`${t('totp.add')}: ${t('totp.name')}`} onClick={onAddAuthenticator}>
                {t('totp.add')}
              </Button>
            )}
          </Row>
        )}
        {mobile && <Row icon={<Icon d={accountIcons.phone} />} title={t('factor.sms')} note={mobile} />}
        <Row
          icon={<Icon d={accountIcons.codes} />}
          title={t('backup.title')}
          badge={
            backupCodes && (
              <Badge kind={backupCodes.left < backupCode.few ? 'warn' : 'ok'}>
                {t('backup.left', { left: backupCodes.left, count: backupCode.count })}
              </Badge>
            )
          }
          note={t('backup.why')}
        >
          <Button
            disabled={busy}
            aria-label={`${t(backupCodes ? 'backup.again' : 'backup.make')}: ${t('backup.title')}`}
            onClick={onWantCodes}
          >
            {t(backupCodes ? 'backup.again' : 'backup.make')}
          </Button>
        </Row>
        {trustedBrowsers.map(({ id, current, device, since, expiresAt }) => {
          const name = device ?? t('trusted.unknown');
          return (
            <Row
              key={id}
              icon={<Icon d={accountIcons.laptop} />}
              title={t('trusted.name', { device: name })}
              badge={current && <Badge kind="ok">{t('trusted.current')}</Badge>}
              note={t('trusted.until', { since: day(since), until: day(expiresAt) })}
            >
              <Button
                disabled={busy}
                aria-label={`${t('trusted.forget')}: ${name}`}
                onClick={() => onAskFirst({ is: 'forgetBrowser', id, device: name })}
              >
                {t('trusted.forget')}
              </Button>
            </Row>
          );
        })}
      </Rows>
    </Panel>
  );

  function askNote() {
    if (policy === 'required') return t('factor.required');
    if (policy === 'grace' && dueBy && !on) return t('factor.due', { day: day(dueBy) });
    if (!on && !canSwitchOn(state)) return t('factor.nothing');
    return t(on ? 'factor.on.note' : 'factor.off.note');
  }
}
