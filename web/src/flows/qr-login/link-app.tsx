import { useEffect, useState } from 'react';
import { isDrawn } from '@foyer/contract/apps/app-calls';
import { finishAppLink, startAppLink } from '@foyer/contract/flows/link-identity';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { fingerprint } from '../../platform/browser/fingerprint.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { secondsLeft, useNow } from '../../platform/machine/use-now.ts';
import { navigate } from '../../platform/navigation/navigate.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { QrBox } from '../../ui/qr/qr-box.tsx';
import css from './link-app.module.css';
import { linkResult } from './link-result.ts';
import { NewCode } from './new-code.tsx';
import { QrCodeImage } from './qr-code-image.tsx';
import { QrCover } from './qr-cover.tsx';
import { type QrService, lifetimeOf, minutesAndSeconds, qrLogin } from './qr-login.machine.ts';
import { SandboxPhoneLink, contentInFrame } from './sandbox-phone-link.tsx';

interface Props {
  app: ScanApp;
  onLinked(app: ScanApp): void;
  onCancel(): void;
}

/** A QR code that links an app to the signed-in account. The page of an app in a frame leads on to the account page. */
export function LinkApp({ app, onLinked, onCancel }: Props) {
  const t = useTranslate();
  const { config } = usePageContext();
  const service = useLinkService(onLinked, onCancel);
  const [state, send] = useMachine(() => qrLogin([app], service));
  useEffect(() => send({ is: 'start', app }), [app, send]);

  const { at } = state;
  const expiresAt =
    at !== 'shown' && at !== 'scanned' ? undefined : state.qrCode.pollTarget ? state.expiresAt : state.nextAt;
  const now = useNow(expiresAt);
  const [framed, setFramed] = useState<{ url: string; content: string | undefined }>();
  const name = t(`qr.switch.${app}`);
  const refresh = () => send({ is: 'refresh' });

  return (
    <Dialog
      title={t('link.title', { name })}
      lead={t('link.lead', { name })}
      width={dialogWidths.confirm}
      closeLabel={t('common.close')}
      onCancel={onCancel}
    >
      <div className={css.code}>
        <QrBox fractionLeft={expiresAt && (expiresAt - now) / lifetimeOf(app)}>
          <QrCover state={state} onRefresh={refresh} />
          {'qrCode' in state && (
            <QrCodeImage
              app={app}
              qrCode={state.qrCode}
              label={t('qr.title.app', { app: name })}
              onFrameMessage={(message) =>
                message.is === 'confirmed' ? navigate(message.url) : send({ is: 'decline' })
              }
              onFrameLoad={(frame) =>
                config.phone && setFramed({ url: state.qrCode.url, content: contentInFrame(frame) })
              }
            />
          )}
        </QrBox>
        <p className={css.time}>
          {expiresAt !== undefined && (
            <>
              {t('qr.expiresIn', { time: minutesAndSeconds(secondsLeft(expiresAt, now)) })}{' '}
              <NewCode scanned={state.at === 'scanned'} onPress={refresh} />
            </>
          )}
        </p>
        {config.phone && <SandboxPhoneLink url={config.phone} state={state} framed={framed} />}
      </div>
    </Dialog>
  );
}

/** The service of the QR code, whose calls may ask for a fresh proof first. */
function useLinkService(onLinked: (app: ScanApp) => void, onCancel: () => void): QrService {
  const { api } = usePageContext();
  const { run } = useFreshProof();
  const t = useTranslate();
  return {
    async request(app, replaces, signal) {
      const request = { app, fingerprint: await fingerprint(), ...(replaces && { replaces }) };
      const reply = await run(() => api(startAppLink, request, { signal }));
      if (reply.is === 'cancelled') onCancel();
      if (reply.is !== 'done') return { is: 'notLoaded', failure: 'message' in reply ? failureOf(reply) : 'notLoaded' };
      const { url, kind, loginId } = reply.data;
      const pollTarget = isDrawn(app) ? { app, loginId } : undefined;
      const shown = kind === 'page' ? 'content' : kind;
      return { is: 'loaded', qrCode: { url, kind: shown, loginId, pollTarget } };
    },
    async poll(target, signal) {
      const loginId = 'loginId' in target ? target.loginId : target.preLoginId;
      return linkResult(t, await run(() => api(finishAppLink, { loginId }, { signal })), onLinked);
    },
  };
}
