import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isMasked, readEmail, readMobile } from '@foyer/contract/rules/account-rules';
import { appEndpointOf } from '@foyer/contract/rules/device-rules';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { resend } from '@foyer/contract/limits';
import { checkBindCode } from '@foyer/contract/flows/sso-bind';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { Form } from '../../parts/form.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { cameFromWecom } from '../../platform/navigation/navigate.ts';
import { load, save } from '../../platform/storage/persisted.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { BackButton } from '../../ui/page/back.tsx';
import { Button } from '../../ui/button.tsx';
import { WecomGlyph } from '../../ui/icons/glyph.tsx';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Tabs } from '../../ui/page/tabs.tsx';
import type { Outcome } from '../outcome.ts';
import { PrincipalField } from './principal-field.tsx';
import { deliverBindCode } from './deliver-bind-code.ts';
import { type Kind, type Values, ssoBind } from './sso-bind.machine.ts';
import css from './sso-bind.module.css';

interface Props {
  outcome: Outcome & { is: 'needsAccount' };
  onEnd(outcome: Outcome): void;
  onCancel(): void;
}

/** The card that links a company identity to the person's own account, by a code to its mobile number or e-mail. */
export function SsoBind({ outcome, onEnd, onCancel }: Props) {
  const t = useTranslate();
  const [saved] = useState(loadTyped);
  const [kind, setKind] = useState<Kind>(() => {
    if (outcome.emailOnly || (!saved && !outcome.mobile && outcome.email)) return 'EMAIL';
    return saved?.kind ?? 'MOBILE';
  });
  const tabs: { name: Kind; label: string }[] = [
    { name: 'MOBILE', label: t('sso.bind.tab.mobile') },
    { name: 'EMAIL', label: t('sso.bind.tab.email') },
  ];
  // A tab stays mounted once it was opened, so that a sent code is still valid when the person returns to it.
  const [opened, setOpened] = useState<Kind[]>([kind]);
  const [busy, setBusy] = useState(false);
  const select = (name: Kind) => {
    setKind(name);
    setOpened((names) => [...new Set([...names, name])]);
  };

  const card = useRef<HTMLElement>(null);
  const onPc = usePageContext().variant.device === 'pc';
  // A phone would open its keyboard over the text.
  const takeFocus = useEffectEvent(() => card.current!.querySelector<HTMLElement>(onPc ? 'input' : 'h1')!.focus());
  useEffect(() => takeFocus(), []);
  const [byWecom] = useState(cameFromWecom);

  const forms = opened.map((name) => (
    <div key={name} hidden={name !== kind}>
      <BindForm
        kind={name}
        typed={name === saved?.kind ? saved.principal : undefined}
        onBusy={setBusy}
        {...{ outcome, onEnd }}
      />
    </div>
  ));
  return (
    <section ref={card} data-width={dialogWidths.bindAccount} aria-label={t('sso.bind.title')}>
      <div className={css.top}>
        {/* Leaving would not cancel a call that is running. */}
        <BackButton disabled={busy} onClick={onCancel}>
          {t('back.signIn')}
        </BackButton>
        <p className={css.source}>
          {byWecom ? <WecomGlyph size={20} /> : <Icon d={icons.office} />}
          {byWecom ? t('way.wecom') : (outcome.company ?? t('way.sso'))}
        </p>
      </div>
      <PageHead
        title={t('sso.bind.title')}
        lead={t(outcome.emailOnly ? 'sso.bind.emailOnly' : 'sso.bind.desc')}
        takesFocus
      />
      {/* A single choice needs no tab. */}
      {outcome.emailOnly ? (
        forms
      ) : (
        <Tabs label={t('sso.bind.title')} tabs={tabs} selected={kind} onSelect={select} locked={busy}>
          {forms}
        </Tabs>
      )}
    </section>
  );
}

/** What was typed before a reload, and on which tab. Storage is untrusted. */
function loadTyped(): { kind: Kind; principal: string } | undefined {
  const { kind, principal }: Record<string, unknown> = { ...Object(load('principal')) };
  if ((kind !== 'MOBILE' && kind !== 'EMAIL') || typeof principal !== 'string') return undefined;
  return { kind, principal };
}

interface FormProps extends Pick<Props, 'outcome' | 'onEnd'> {
  kind: Kind;
  typed: string | undefined;
  onBusy(busy: boolean): void;
}

function BindForm({ kind, typed, outcome, onBusy, onEnd }: FormProps) {
  const t = useTranslate();
  const { api, config, variant } = usePageContext();
  const hint = kind === 'MOBILE' ? outcome.mobile : outcome.email;
  const masked = hint && isMasked(hint) ? hint : undefined;
  const headers = { [accessCodeHeader]: outcome.accessCode };

  const form = useForm({
    machine: () =>
      ssoBind((value, authCodeId, signal) => {
        const endpoint = appEndpointOf(variant.device, config.productCode);
        return api(checkBindCode, { code: value, authCodeId, endpoint }, { signal, headers });
      }),
    values: (): Values => ({ kind, principal: principal(), code: code.value(), authCodeId: code.serviceId }),
    onEdit(field, value) {
      if (field !== 'principal') return;
      save('principal', { kind, principal: value });
      code.recipientChanged();
    },
    onBusy,
    onEnd,
  });
  const { problems } = form;
  /** Undefined for the masked one from the company: the service knows it. */
  const principal = () => (form.text('principal') === masked ? undefined : form.text('principal').trim());

  const code = useCodePart({
    resendAfter: resend.afterCode,
    problems,
    recipient() {
      const entered = principal();
      if (entered === undefined) return { masked: masked! };
      const read = kind === 'MOBILE' ? readMobile(entered) : readEmail(entered);
      return read === undefined ? undefined : { principal: read };
    },
    deliver: (recipient, options) => deliverBindCode(api, kind, recipient, headers, options),
    onNoRecipient: () => form.validate('principal'),
  });

  return (
    <Form form={form}>
      <PrincipalField kind={kind} hint={hint} typed={typed} problems={problems} />
      <CodePart part={code} />
      <Notice failure={problems.form} />
      <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
        {t(form.busy ? 'login.submitting' : 'sso.bind.submit')}
      </Button>
    </Form>
  );
}
