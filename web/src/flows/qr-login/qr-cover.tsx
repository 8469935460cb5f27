import { type ScanApp, isFramed } from '@foyer/contract/apps/scan-apps';
import { type Translate, useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { Button } from '../../ui/button.tsx';
import { usePageContext } from '../../platform/page-context.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Mark } from '../../ui/icons/mark.tsx';
import { laterIcons } from '../../ui/icons/later-icons.ts';
import { AppGlyph } from '../../ui/icons/app-glyph.tsx';
import { QrBadge } from '../../ui/qr/qr-picture.tsx';
import type { Outcome } from '../outcome.ts';
import { earlyQrId } from './early-qr-id.ts';
import css from './qr-cover.module.css';
import type { QrFailure, QrState } from './qr-login.machine.ts';

const scannedIcon = 'M5 12.5 9.5 17 19 7.5';
const failedIcon =
  'M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2M12 8v5M12 16v.2';
const declinedIcon = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M6 18 18 6';

/** Covers the QR code and shows its state. Always mounted, so that screen readers announce each change. */
export function QrCover({ state, onRefresh }: { state: QrState; onRefresh(): void }) {
  const t = useTranslate();
  const hasLogo = usePageContext().config.look?.logo !== undefined;
  const text = stateText(state, t);
  const covered = state.at !== 'paused' && state.at !== 'shown' && state.at !== 'loading';
  const needsRefresh = state.at === 'expired' || state.at === 'failed' || (state.at === 'returned' && state.expired);
  return (
    <>
      {state.at === 'paused' && !isFramed(state.app) && <EarlyPicture app={state.app} />}
      {hasPattern(state) && <Skeleton blurred={state.at !== 'loading' && state.at !== 'paused'} />}
      <div className={css.cover} data-covered={covered ? '' : undefined}>
        {state.at === 'scanned' && (
          <>
            <span className={css.tick} data-name={state.name ? '' : undefined}>
              {state.name && <span className={css.initial}>{Array.from(state.name)[0]}</span>}
              <Icon d={scannedIcon} size={state.name ? 16 : 32} />
            </span>
            <b className={css.text} aria-hidden="true">
              {state.name ? t('qr.scannedBy', { name: state.name }) : t('qr.scannedTitle')}
            </b>
          </>
        )}
        {isConfirmed(state) && (
          <span className={hasLogo ? css.tick : css.seal} data-seal="">
            {hasLogo ? <Icon d={scannedIcon} size={32} /> : <Mark size={60} />}
          </span>
        )}
        {/* The longest text leaves no room for an icon. */}
        {state.at === 'failed' && state.failure !== 'mainlandOnly' && (
          <span className={css.icon} data-declined={state.failure === 'declined' ? '' : undefined}>
            <Icon d={state.failure === 'declined' ? declinedIcon : failedIcon} size={44} />
          </span>
        )}
        {/* The line below the box says what to do after a scan. */}
        <b role="status" className={covered && state.at !== 'scanned' ? css.text : 'visually-hidden'}>
          {text}
        </b>
        {needsRefresh &&
          (state.at === 'expired' ? (
            <button type="button" className={css.round} aria-label={t('qr.refresh')} onClick={onRefresh}>
              <Icon d={laterIcons.refresh} size={24} />
            </button>
          ) : (
            <span className={css.again}>
              <Button onClick={onRefresh}>
                <Icon d={laterIcons.refresh} size={16} />
                {t('qr.refresh')}
              </Button>
            </span>
          ))}
      </div>
    </>
  );
}

/** Filled before the page is there (`draw-early-qr.ts`): React leaves what it finds. */
const EarlyPicture = ({ app }: { app: ScanApp }) => (
  <>
    <div
      id={earlyQrId}
      data-app={app}
      className={css.early}
      dangerouslySetInnerHTML={{ __html: '' }}
      suppressHydrationWarning
    />
    <QrBadge>
      <AppGlyph app={app} size={30} />
    </QrBadge>
  </>
);

/** There is no QR code to draw, or no more: its shape stands in for it, so that the frame is never blank. */
const hasPattern = ({ at }: QrState) =>
  at === 'paused' ||
  at === 'loading' ||
  at === 'expired' ||
  at === 'returned' ||
  at === 'redirecting' ||
  at === 'finished';

/** The shape of a QR code: while one loads, and blurred behind a message. */
export const Skeleton = ({ blurred = false }: { blurred?: boolean }) => (
  <svg className={blurred ? css.blurred : css.skeleton} viewBox="0 0 168 168" aria-hidden="true">
    <pattern id="qr-dots" width="12" height="12" patternUnits="userSpaceOnUse">
      <circle cx="6" cy="6" r="3.6" />
    </pattern>
    <path fill="url(#qr-dots)" d="M52 0h64v52h52v116H52v-52H0V52h52z" />
    <path
      fill="none"
      strokeWidth="8"
      d={['M12 4', 'M136 4', 'M12 128']
        .map((from) => `${from}h20a8 8 0 0 1 8 8v20a8 8 0 0 1-8 8h-20a8 8 0 0 1-8-8v-20a8 8 0 0 1 8-8z`)
        .join('')}
    />
  </svg>
);

function stateText(state: QrState, t: Translate) {
  switch (state.at) {
    case 'paused':
      return undefined;
    case 'loading':
      return t('qr.loading');
    case 'shown':
      return t(state.fallback ? 'qr.fallback' : 'qr.ready');
    case 'scanned':
      return state.name ? t('qr.scannedBy.confirm', { name: state.name }) : t('qr.scanned');
    case 'returned':
      return t(state.expired ? 'qr.returnedTooLate' : 'qr.returned', { app: t(`qr.switch.${state.app}`) });
    case 'expired':
      return t('qr.expired');
    case 'failed':
      return qrFailureText(state.failure, t);
    case 'redirecting':
      return t('qr.confirmed');
    case 'finished':
      // A dialog may come before the redirect.
      return redirectsAtOnce(state.outcome) ? t('qr.confirmed') : undefined;
  }
}

/** The person is signed in, or the app's page says so. */
const isConfirmed = (state: QrState) =>
  state.at === 'redirecting' || (state.at === 'finished' && redirectsAtOnce(state.outcome));

const redirectsAtOnce = (outcome: Outcome) =>
  outcome.is === 'signedIn' && !outcome.loginDoubleCheck && !outcome.needAgreement;

export function qrFailureText(failure: QrFailure, t: Translate) {
  if (failure === 'notLoaded') return t('qr.loadFailed');
  if (failure === 'mainlandOnly') return t('qr.mainlandOnly');
  return failure === 'declined' ? t('qr.denied') : failureText(t, failure);
}
