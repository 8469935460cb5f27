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
import type { DingtalkMessage } from './dingtalk-message.ts';
import { appsOffered, lastApp, saveLastApp } from './last-app.ts';
import { QrCodeImage } from './qr-code-image.tsx';
import { QrCover } from './qr-cover.tsx';
import css from './qr-login.module.css';
import { type QrState, qrLogin } from './qr-login.machine.ts';
import { qrService } from './qr-login.service.ts';

interface Props {
  /** From the URL, after the return from DingTalk's page. */
  preLoginId: string | undefined;
  /** A dialog is open: polling pauses. */
  paused: boolean;
  onEnd(outcome: Outcome): void;
}

/** A QR code to scan with a chat or payment app. The page continues by itself once the scan is confirmed on the phone. */
export function QrLogin({ preLoginId, paused, onEnd }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  const { config, loadAllTexts } = page;
  const apps = appsOffered(config);
  const [lastUsed, setLastUsed] = useState<ScanApp>();
  const [state, send] = useMachine(() => qrLogin(apps, qrService(page)));
  const { app, at } = state;

  // Read once: a choice made now must not move the mark of the last used app.
  const readLastUsed = useEffectEvent(() => setLastUsed(lastApp(apps)));
  useEffect(() => readLastUsed(), []);
  const start = useEffectEvent(() => send({ is: 'start', app: lastApp(apps) ?? apps[0]!, preLoginId }));
  const [textsLoaded, setTextsLoaded] = useState(false);
  const loadTexts = useEffectEvent(loadAllTexts);
  useEffect(() => {
    // The texts of this screen are not in the first load. If they do not load, the code is shown without them.
    void loadTexts()
      .catch(() => {})
      .then(() => setTextsLoaded(true));
  }, []);
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
  useEffect(() => onState(), [state]);
  useEffect(() => {
    if (at === 'shown' || at === 'scanned' || at === 'expired' || at === 'failed')
      track({ name: 'qr_state', app, state: at });
  }, [app, at]);

  function choose(chosen: ScanApp) {
    saveLastApp(chosen);
    if (chosen !== app) track({ name: 'qr_switch', app: chosen });
    send({ is: 'choose', app: chosen });
  }

  function refresh() {
    track({ name: 'qr_refresh', app });
    send({ is: 'refresh' });
  }

  const onDingtalkMessage = (message: DingtalkMessage) =>
    send(message.is === 'confirmed' ? { is: 'redirect', url: message.url } : { is: 'decline' });

  const label = (name: ScanApp): ReactNode => (
    <>
      {t(`qr.switch.${name}`)}
      {name === lastUsed && (
        <>
          <span aria-hidden="true"> •</span>
          <span className="visually-hidden">{t('qr.lastUsed')}</span>
        </>
      )}
    </>
  );

  return (
    <QrBlock title={t('qr.title')}>
      <Tabs
        look="pill"
        label={t('qr.tabs')}
        tabs={apps.map((name) => ({ name, label: label(name) }))}
        selected={app}
        onSelect={choose}
      >
        <QrBox>
          <QrCover state={state} />
          {'code' in state && (
            <QrCodeImage code={state.code} label={t(`qr.title.${app}`)} onDingtalkMessage={onDingtalkMessage} />
          )}
        </QrBox>
        <p className={css.hint}>{at !== 'paused' && t(hintOf(state))}</p>
      </Tabs>
      <p className={css.refresh}>
        <Button kind="text" onClick={refresh}>
          {t('qr.refresh')}
        </Button>
      </p>
      {config.phone && <SandboxPhoneLink url={config.phone} state={state} />}
    </QrBlock>
  );
}

const hintOf = (state: QrState) =>
  'fallback' in state && state.fallback ? ('qr.fallback' as const) : (`qr.hint.${state.app}` as const);

/** With the sandbox, a link to its phone, which scans the code. DingTalk's page has a link of its own. */
function SandboxPhoneLink({ url, state }: { url: string; state: QrState }) {
  const t = useTranslate();
  const content = 'code' in state && state.code.kind === 'content' ? state.code.url : undefined;
  return (
    <p className={css.phone}>
      {content && (
        <a href={`${url}?${new URLSearchParams({ code: content })}`} target="_blank" rel="noopener">
          {t('qr.sandboxPhone')}
          <span className="visually-hidden">{t('login.newTab')}</span>
        </a>
      )}
    </p>
  );
}
