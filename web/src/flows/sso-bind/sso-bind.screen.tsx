import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readEmail, readMobile } from '@foyer/contract/rules/account-rules';
import { appEndpointOf } from '@foyer/contract/rules/device-rules';
import { resend } from '@foyer/contract/limits';
import { dialogWidths } from '@foyer/contract/sizes';
import { checkBindCode } from '@foyer/contract/flows/sso-bind';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { Form } from '../../parts/form.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Outcome } from '../outcome.ts';
import { BindAddress } from './bind-account-field.tsx';
import { deliverBindCode } from './deliver-bind-code.ts';
import { type Kind, ssoBind } from './sso-bind.machine.ts';
import css from './sso-bind.module.css';

interface Props {
  asked: Outcome & { is: 'needsAccount' };
  onEnd(outcome: Outcome): void;
  onCancel(): void;
}

/** Once: the company's person and their own account, by a code to a number or an address that is theirs. */
export function SsoBind({ asked, onEnd, onCancel }: Props) {
  const t = useTranslate();
  const [kind, setKind] = useState<Kind>(() =>
    asked.emailOnly || (!asked.mobile && asked.email) ? 'EMAIL' : 'MOBILE',
  );
  const tabs: { name: Kind; label: string }[] = [
    { name: 'MOBILE', label: t('sso.bind.tab.mobile') },
    { name: 'EMAIL', label: t('sso.bind.tab.email') },
  ];
  const offered = tabs.filter(({ name }) => name === 'EMAIL' || !asked.emailOnly);
  // A code that was sent goes on being awaited while its tab is away.
  const [seen, setSeen] = useState<Kind[]>([kind]);
  const [busy, setBusy] = useState(false);
  const select = (name: Kind) => {
    setKind(name);
    setSeen((before) => [...new Set([...before, name])]);
  };

  return (
    <Dialog
      title={t('sso.bind.title')}
      width={dialogWidths.bindAccount}
      closeLabel={t('common.close')}
      busy={busy}
      onCancel={onCancel}
    >
      <p className={css.about}>{t(asked.emailOnly ? 'sso.bind.emailOnly' : 'sso.bind.desc')}</p>
      <Tabs label={t('sso.bind.title')} tabs={offered} selected={kind} onSelect={select} held={busy}>
        {seen.map((name) => (
          <div key={name} hidden={name !== kind}>
            <Bind kind={name} onBusy={setBusy} {...{ asked, onEnd }} />
          </div>
        ))}
      </Tabs>
    </Dialog>
  );
}

interface BindProps extends Pick<Props, 'asked' | 'onEnd'> {
  kind: Kind;
  onBusy(busy: boolean): void;
}

function Bind({ kind, asked, onBusy, onEnd }: BindProps) {
  const t = useTranslate();
  const { api, config, variant } = usePageContext();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);
  const told = kind === 'MOBILE' ? asked.mobile : asked.email;
  const headers = { [accessCodeHeader]: asked.accessCode };

  const [state, send] = useMachine(() =>
    ssoBind((code, authCodeId, signal) => {
      const endpoint = appEndpointOf(variant.device, config.productCode);
      return api(checkBindCode, { code, authCodeId, endpoint }, { signal, headers });
    }),
  );
  const problems = state.at === 'filling' ? state.problems : {};
  /** Undefined for the one that the company told: it is masked here, and the service knows it. */
  const address = () => (field.current!.value === told ? undefined : field.current!.value.trim());
  const typed = () => ({ kind, address: address(), code: code.typed(), authCodeId: code.serviceId });

  const code = useCodePart({
    wait: resend.afterCode,
    problem: problems.code,
    cause: problems,
    target: () => {
      const own = address();
      if (own === undefined) return { masked: told! };
      const read = kind === 'MOBILE' ? readMobile(own) : readEmail(own);
      return read === undefined ? undefined : { own: read };
    },
    deliver: (target, pass) => deliverBindCode(api, kind, target, headers, pass),
    onNoTarget: () => send({ is: 'check', typed: typed(), field: 'address' }),
  });

  const react = useEffectEvent(() => {
    onBusy(state.at !== 'filling');
    if (state.at === 'ended') onEnd(state.result);
    if (state.at !== 'filling') return;
    if (state.problems.address) field.current!.focus();
    else if (state.problems.code) code.focus();
  });
  useEffect(() => react(), [state]);

  function onEdit(name: string) {
    if (name === 'address') code.accountChanged();
    send({ is: 'edit', field: name });
  }

  return (
    <Form ref={form} ready={filled} onEdit={onEdit} onSubmit={() => send({ is: 'submit', typed: typed() })}>
      <BindAddress ref={field} kind={kind} told={told} problem={problems.address} cause={problems} />
      <CodePart part={code} />
      <Notice>{problems.form && failureText(t, problems.form)}</Notice>
      <DialogButtons>
        <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
          {t(state.at === 'filling' ? 'sso.bind.submit' : 'login.submitting')}
        </Button>
      </DialogButtons>
    </Form>
  );
}
