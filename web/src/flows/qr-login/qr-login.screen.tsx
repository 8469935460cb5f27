import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type ScanApp, factsOf } from '@foyer/contract/apps/scan-apps';
import { qr } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { track } from '../../platform/analytics/track.ts';
import { earlyRequests } from '../../platform/early.ts';
import { navigate } from '../../platform/navigation/navigate.ts';
import { useOnline } from '../../platform/browser/use-online.ts';
import { Rich } from '../../platform/i18n/rich.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { secondsLeft, useNow } from '../../platform/machine/use-now.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { AppGlyph } from '../../ui/icons/app-glyph.tsx';
import { QrBlock, QrBox } from '../../ui/qr/qr-box.tsx';
import { Tabs } from '../../ui/page/tabs.tsx';
import type { Outcome } from '../outcome.ts';
import type { FrameMessage } from './apps/frame-message.ts';
import { appToShow, readLastSelectedApp, saveLastSelectedApp } from './last-selected-app.ts';
import { NewCode } from './new-code.tsx';
import { QrCodeImage } from './qr-code-image.tsx';
import { QrCover } from './qr-cover.tsx';
import css from './qr-login.module.css';
import { SandboxPhoneLink, contentInFrame } from './sandbox-phone-link.tsx';
import { type QrState, lifetimeOf, minutesAndSeconds, qrLogin } from './qr-login.machine.ts';
import { qrService } from './qr-login.service.ts';

interface Props {
  /** From the URL, after the return from an app's own page. */
  preLoginId: string | undefined;
  /** The app that the person is expected to scan with. A new object each time: the same app may be expected again. */
  expected: { app: ScanApp } | undefined;
  /** A dialog is open: polling pauses. */
  paused: boolean;
  onEnd(outcome: Outcome): void;
}

/** A QR code to scan with a chat or payment app. The page continues by itself once the scan is confirmed on the phone. */
export function QrLogin({ preLoginId, expected, paused, onEnd }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  const { config, loadAllTexts } = page;
  const apps = config.methods.scan;
  const [lastSelectedApp, setLastSelectedApp] = useState<ScanApp>();
  const [service] = useState(() => qrService(page));
  const [machineState, send] = useMachine(() => qrLogin(apps, service));
  // Behind a dialog the QR code stays drawn.
  const state = (machineState.at === 'paused' && machineState.resumes) || machineState;
  const { app, at } = state;

  // Read once: a tab that is selected now must not move the mark of the app selected last.
  const markLastSelectedApp = useEffectEvent(() => setLastSelectedApp(readLastSelectedApp(apps)));
  useEffect(() => markLastSelectedApp(), []);
  const start = useEffectEvent(() => send({ is: 'start', app: appToShow(apps), preLoginId }));
  const [textsLoaded, setTextsLoaded] = useState(false);
  const loadTexts = useEffectEvent(loadAllTexts);
  useEffect(() => {
    // The texts of this screen are not in the first load. If they do not load, the QR code is shown without them.
    // An answer that is there already counts before the start. A late one is waited for like any other.
    const isAnswered = earlyRequests()?.shown?.answeredAt !== undefined;
    const early = service.takeEarly().then(
      (code) => code && send({ is: 'early', ...code }),
      () => {},
    );
    void Promise.all([loadTexts().catch(() => {}), isAnswered && early]).then(() => setTextsLoaded(true));
  }, [service, send]);
  useEffect(() => {
    if (paused) send({ is: 'pause' });
    else if (textsLoaded) start();
  }, [paused, textsLoaded, send]);

  const onState = useEffectEvent(() => {
    if (state.at === 'redirecting') navigate(state.url);
    if (state.at !== 'finished') return;
    onEnd(state.outcome);
    if (state.outcome.is === 'signedIn') track({ name: 'sign_in_result', way: app, result: 'done' });
  });
  useEffect(() => onState(), [machineState]);
  useEffect(() => {
    if (at === 'shown' || at === 'scanned' || at === 'expired' || at === 'failed')
      track({ name: 'qr_state', app, state: at });
  }, [app, at]);

  const lostNetwork = state.at === 'failed' && (state.failure === 'noResponse' || state.failure === 'notLoaded');
  useOnline(lostNetwork, () => send({ is: 'refresh' }));

  // The QR code in a frame is reloaded before it expires.
  const expiresAt =
    at !== 'shown' && at !== 'scanned' ? undefined : state.qrCode.pollTarget ? state.expiresAt : state.nextAt;
  const lifetime = lifetimeOf(app);
  const now = useNow(expiresAt);
  const soon = expiresAt !== undefined && expiresAt - now <= qr.expiresSoon && !factsOf[app].frame;

  const [framed, setFramed] = useState<{ url: string; content: string | undefined }>();

  // A second click may come before the page has rendered the first.
  const selected = useRef(app);
  useLayoutEffect(() => void (selected.current = app), [app]);

  function choose(chosen: ScanApp) {
    saveLastSelectedApp(chosen);
    if (chosen !== selected.current) track({ name: 'qr_switch', app: chosen });
    selected.current = chosen;
    send({ is: 'choose', app: chosen });
  }

  function refresh() {
    track({ name: 'qr_refresh', app });
    send({ is: 'refresh' });
  }

  // Also if it is the selected app: before the texts are loaded, `start` would select that of the last visit instead.
  const chooseExpected = useEffectEvent(() => expected && choose(expected.app));
  useEffect(() => chooseExpected(), [expected]);

  const onFrameMessage = (message: FrameMessage) =>
    send(message.is === 'confirmed' ? { is: 'redirect', url: message.url } : { is: 'decline' });

  const title = t('qr.title.app', { app: t(`qr.switch.${app}`) });
  const label = (name: ScanApp): ReactNode => (
    <>
      <AppGlyph app={name} />
      <span>
        {t(`qr.switch.${name}`)}
        {name === lastSelectedApp && (
          <>
            <span aria-hidden="true"> •</span>
            <span className="visually-hidden">{t('qr.lastUsed')}</span>
          </>
        )}
      </span>
    </>
  );

  return (
    <QrBlock title={title} name={t('qr.title')}>
      <Tabs
        look="tiles"
        label={t('qr.tabs')}
        tabs={apps.map((name) => ({ name, label: label(name) }))}
        selected={app}
        onSelect={choose}
      >
        <QrBox fractionLeft={expiresAt && (expiresAt - now) / lifetime} soon={soon}>
          <QrCover state={state} onRefresh={refresh} />
          {'qrCode' in state && (
            <QrCodeImage
              app={app}
              qrCode={state.qrCode}
              label={title}
              onFrameMessage={onFrameMessage}
              onFrameLoad={(frame) =>
                config.phone && setFramed({ url: state.qrCode.url, content: contentInFrame(frame) })
              }
            />
          )}
        </QrBox>
        <p className={css.hint}>
          {at === 'failed' && state.failure === 'declined' ? (
            <Rich text={t('qr.notYou')} slots={{ protect: <ProtectAccount /> }} />
          ) : (
            at !== 'paused' && t(hintOf(state), { app: t(`qr.switch.${app}`) })
          )}
          {expiresAt !== undefined && (
            <span className={css.time} data-soon={soon ? '' : undefined}>
              {t('qr.expiresIn', { time: minutesAndSeconds(secondsLeft(expiresAt, now)) })}
              <NewCode scanned={at === 'scanned'} onPress={refresh} />
            </span>
          )}
        </p>
      </Tabs>
      {config.phone && <SandboxPhoneLink url={config.phone} state={state} framed={framed} />}
    </QrBlock>
  );
}

/** For a person who has not started the sign-in: a new password signs out everywhere. */
function ProtectAccount() {
  const t = useTranslate();
  return (
    <a href={pageRoutes.retrieve} target="_blank" rel="noopener">
      {t('qr.protect')}
      <span className="visually-hidden">{t('login.newTab')}</span>
    </a>
  );
}

function hintOf(state: QrState) {
  if ('fallback' in state && state.fallback) return 'qr.fallback';
  switch (state.at) {
    case 'loading':
      return 'qr.loading';
    case 'scanned':
      return 'qr.scanned';
    case 'expired':
      return 'qr.lasts';
    case 'failed':
      return 'qr.otherWay';
    case 'paused':
    case 'shown':
    case 'returned':
    case 'redirecting':
    case 'finished':
      return factsOf[state.app].follows ? 'qr.hint.follow' : 'qr.hint.app';
  }
}
