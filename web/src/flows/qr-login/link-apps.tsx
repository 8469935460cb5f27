import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { finishAppLink, startAppLink } from '@foyer/contract/flows/link-identity';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { qr } from '@foyer/contract/limits';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { chatAppOf } from '@foyer/contract/rules/device-rules';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { fingerprint } from '../../platform/browser/fingerprint.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { lazyPart } from '../../platform/lazy/lazy-part.ts';
import { untilVisible } from '../../platform/machine/until-visible.ts';
import { navigate } from '../../platform/navigation/navigate.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { runTask } from '../../platform/run-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { AppGlyph } from '../../ui/icons/app-glyph.tsx';
import { Row, Rows } from '../../ui/page/panel.tsx';
import { linkResult } from './link-result.ts';

const load = () => import('./link-app.tsx').then((m) => m.LinkApp);
const LinkApp = lazyPart(load);

/** The apps that are not linked to the account yet. A browser that returns from the page of an app links it here. */
export function LinkApps() {
  const t = useTranslate();
  const toast = useToast();
  const { api, config, params, variant } = usePageContext();
  const { run } = useFreshProof();
  const { account, unlinked, reload } = useCurrentAccount();
  const [open, setOpen] = useState<ScanApp>();
  const [failure, setFailure] = useState<Failure | 'declined'>();

  const started = useRef(false);

  const linked = (app: ScanApp) => {
    setOpen(undefined);
    reload();
    toast(t('link.done', { name: t(`qr.switch.${app}`) }));
  };
  const fail = (why: Failure) => setFailure(why);

  async function finish(loginId: string): Promise<void> {
    const result = linkResult(t, await run(() => api(finishAppLink, { loginId })), linked);
    if (result.is === 'failed') return setFailure(result.failure);
    if (result.is === 'noResponse') return setFailure('noResponse');
    if (result.is === 'noSuchScan') return setFailure({ message: t('link.tooLate') });
    if (result.is !== 'pending' || result.linked) return undefined;
    await untilVisible(Date.now() + qr.pollInterval, new AbortController().signal);
    return finish(loginId);
  }
  const finishReturned = useEffectEvent(() => {
    const { preLoginId: loginId } = params;
    // An effect may run twice.
    if (started.current) return;
    started.current = true;
    if (loginId !== undefined) runTask(() => finish(loginId), fail);
  });
  useEffect(() => finishReturned(), []);

  /** A phone cannot scan its own screen: inside the app, its own page asks. */
  async function openAppPage(app: ScanApp) {
    const request = { app, fingerprint: await fingerprint(), inApp: true };
    const reply = await run(() => api(startAppLink, request));
    if (reply.is === 'done') navigate(reply.data.url);
    else if (reply.is !== 'cancelled') fail(failureOf(reply));
  }
  function press(app: ScanApp) {
    setFailure(undefined);
    if (variant.device === 'h5' && chatAppOf(navigator.userAgent) === app) runTask(() => openAppPage(app), fail);
    else runTask(() => load().then(() => setOpen(app)), fail);
  }

  const listed = [unlinked, ...account.identities.map(({ provider }) => provider)];
  const missing = config.methods.scan.filter((app) => !listed.includes(app));
  const name = open && t(`qr.switch.${open}`);
  return (
    <>
      <Notice failure={failure === 'declined' ? undefined : failure}>{failure === 'declined' && t('qr.denied')}</Notice>
      <Rows>
        {missing.map((app) => (
          <Row key={app} icon={<AppGlyph app={app} />} title={t(`qr.switch.${app}`)} note={t('home.identities.none')}>
            <Button aria-label={`${t('link.app.add')}: ${t(`qr.switch.${app}`)}`} onClick={() => press(app)}>
              {t('link.app.add')}
            </Button>
          </Row>
        ))}
      </Rows>
      {open && variant.device === 'pc' && (
        <Suspense>
          <LinkApp key={open} app={open} onLinked={linked} onCancel={() => setOpen(undefined)} />
        </Suspense>
      )}
      {open && name && variant.device !== 'pc' && (
        <Dialog
          title={t('link.title', { name })}
          lead={t('link.phone', { name })}
          width={dialogWidths.confirm}
          closeLabel={t('common.close')}
          onCancel={() => setOpen(undefined)}
        >
          {null}
        </Dialog>
      )}
    </>
  );
}
