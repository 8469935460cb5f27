import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { finishCompanyLink } from '@foyer/contract/flows/link-identity';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { useCurrentAccount } from '../../parts/account/current-account.ts';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { lazyPart } from '../../platform/lazy/lazy-part.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { runTask } from '../../platform/run-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { Row, Rows } from '../../ui/page/panel.tsx';

const load = () => import('./sso-domain.screen.tsx').then((m) => m.SsoDomain);
const SsoDomain = lazyPart(load);

/** Links a company to the account: the person signs in there and comes back to this page. */
export function LinkCompany() {
  const t = useTranslate();
  const toast = useToast();
  const { api, config, params } = usePageContext();
  const { run } = useFreshProof();
  const { reload } = useCurrentAccount();
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const started = useRef(false);

  async function finish(accessCode: string) {
    const reply = await run(() => api(finishCompanyLink, { accessCode }));
    if (reply.is === 'cancelled') return setFailure({ message: t('proof.lead') });
    if (reply.is !== 'done') return setFailure(failureOf(reply));
    reload();
    return toast(t('link.done', { name: reply.data.company }));
  }
  const finishReturned = useEffectEvent(() => {
    const { accessCode } = params;
    // An effect may run twice.
    if (accessCode === undefined || started.current) return;
    started.current = true;
    runTask(() => finish(accessCode), setFailure);
  });
  useEffect(() => finishReturned(), []);

  if (!config.methods.sso) return null;
  return (
    <>
      <Notice failure={failure} />
      <Rows>
        <Row icon={<Icon d={icons.office} />} title={t('link.company')} note={t('link.company.note')}>
          <Button
            aria-label={`${t('link.app.add')}: ${t('link.company')}`}
            onClick={() => {
              setFailure(undefined);
              runTask(() => load().then(() => setOpen(true)), setFailure);
            }}
          >
            {t('link.app.add')}
          </Button>
        </Row>
      </Rows>
      {open && (
        <Suspense>
          <Dialog
            title={t('link.company.title')}
            lead={t('link.company.lead')}
            width={dialogWidths.ssoDomain}
            closeLabel={t('common.close')}
            onCancel={() => setOpen(false)}
          >
            <SsoDomain link={{ run }} onBack={undefined} />
          </Dialog>
        </Suspense>
      )}
    </>
  );
}
