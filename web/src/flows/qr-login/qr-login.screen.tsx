import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { track } from '../../platform/analytics/track.ts';
import { navigate } from '../../platform/navigation/navigate.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { QrBlock, QrBox } from '../../ui/qr-box.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Outcome } from '../outcome.ts';
import type { Told } from './dingtalk-message.ts';
import { appsOffered, keepApp, lastApp } from './last-app.ts';
import { QrCover } from './qr-cover.tsx';
import css from './qr-login.module.css';
import { type QrState, qrLogin } from './qr-login.machine.ts';
import { qrService } from './qr-login.service.ts';
import { ScanPicture } from './scan-picture.tsx';
import { SandboxPhone } from './sandbox-phone.tsx';

interface Props {
  /** What the browser was given when it came back from DingTalk's page. */
  preLoginId: string | undefined;
  /** A dialog is open: nobody scans meanwhile. */
  busy: boolean;
  onEnd(outcome: Outcome): void;
}

/** A code to scan with a chat or payment app; the page goes on by itself once someone has confirmed on the phone. */
export function QrLogin({ preLoginId, busy, onEnd }: Props) {
  const t = useTranslate();
  const visit = usePageContext();
  const { config, loadAllTexts } = visit;
  const offered = appsOffered(config);
  const [last, setLast] = useState<ScanApp>();
  const [state, send] = useMachine(() => qrLogin(offered, qrService(visit)));
  const { app } = state;

  // Before one is chosen now.
  const recallLast = useEffectEvent(() => setLast(lastApp(offered)));
  useEffect(() => recallLast(), []);
  const start = useEffectEvent(() => {
    if (!busy) send({ is: 'start', app: lastApp(offered) ?? offered[0]!, preLoginId });
  });
  const loadWords = useEffectEvent(loadAllTexts);
  useEffect(() => {
    // Its words are not in the first load. Should they not come, the code still does.
    void loadWords()
      .catch(() => {})
      .then(() => start());
  }, []);
  useEffect(() => {
    if (busy) send({ is: 'rest' });
  }, [busy, send]);

  const react = useEffectEvent(() => {
    if (state.at === 'ended') onEnd(state.outcome);
    if (state.at === 'ended' && state.outcome.is === 'signedIn')
      track({ name: 'sign_in_result', way: app, result: 'done' });
    if (state.at === 'leaving') navigate(state.address);
  });
  useEffect(() => react(), [state]);
  const { at } = state;
  useEffect(() => {
    if (at === 'shown' || at === 'scanned' || at === 'expired' || at === 'failed')
      track({ name: 'qr_state', app, state: at });
  }, [app, at]);

  function choose(chosen: ScanApp) {
    keepApp(chosen);
    track({ name: 'qr_switch', app: chosen });
    send({ is: 'choose', app: chosen });
  }

  function refresh() {
    track({ name: 'qr_refresh', app });
    send({ is: 'refresh' });
  }

  const hear = (told: Told) => send(told.is === 'goOn' ? { is: 'leave', address: told.address } : { is: 'deny' });

  const label = (name: ScanApp): ReactNode => (
    <>
      {t(`qr.switch.${name}`)}
      {name === last && (
        <>
          <span aria-hidden="true"> •</span>
          <span className="unseen">{t('qr.lastUsed')}</span>
        </>
      )}
    </>
  );

  return (
    <QrBlock title={t('qr.title')}>
      <Tabs
        look="pill"
        label={t('qr.tabs')}
        tabs={offered.map((name) => ({ name, label: label(name) }))}
        selected={app}
        onSelect={choose}
      >
        <QrBox>
          <QrCover state={state} />
          {'code' in state && <ScanPicture code={state.code} label={t(`qr.title.${app}`)} onTold={hear} />}
        </QrBox>
        <p className={css.hint}>{state.at !== 'resting' && t(hintOf(state))}</p>
      </Tabs>
      <p className={css.under}>
        <Button kind="text" onClick={refresh}>
          {t('qr.refresh')}
        </Button>
      </p>
      {config.phone && <SandboxPhone address={config.phone} state={state} />}
    </QrBlock>
  );
}

const hintOf = (state: QrState) =>
  'instead' in state && state.instead ? ('qr.fallback' as const) : (`qr.hint.${state.app}` as const);
