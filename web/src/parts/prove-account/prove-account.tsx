import { useEffect, useEffectEvent } from 'react';
import { readAccount } from '@foyer/contract/rules/account-rules';
import { endpointOf } from '@foyer/contract/rules/device-rules';
import { resend } from '@foyer/contract/limits';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { useTranslate } from '../../platform/i18n/texts.ts';
import type { Failure } from '../../platform/i18n/failure.ts';
import { typeInto } from '../../platform/forms/input-events.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { remove } from '../../platform/storage/persisted.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { AccountField } from '../account-field.tsx';
import { Form } from '../form.tsx';
import { CodePart, useCodePart } from '../send-code/code-part.tsx';
import { deliverByPreServiceId, deliverToAccount } from '../send-code/deliver.ts';
import { type CardAccount, takeCardAccount } from './card-account.ts';
import { removeSentCode } from '../send-code/persisted-code.ts';
import { type Values, type VerifiedAccount, proveAccount } from './prove-account.machine.ts';

/** An account that was verified before, and why its code is no longer accepted. */
export interface Retry {
  account: string;
  failure: Failure;
}

interface Props {
  bizType: 'RETRIEVE' | 'FIND_ACCOUNT';
  /** The typed account, shared with links to other pages. */
  account: { typed: string; card?: CardAccount | undefined };
  accountLabel?: string;
  retry?: Retry | undefined;
  submitText: string;
  onProven(verified: VerifiedAccount): void;
}

/** Account and code: the first step of finding an account and of retrieving a password. */
export function ProveAccount({ bizType, account, accountLabel, retry, submitText, onProven }: Props) {
  const t = useTranslate();
  const { api, variant } = usePageContext();
  const loginParams = { endpoint: endpointOf(variant.device) };

  const form = useForm({
    machine: () =>
      proveAccount((credentials, serviceId, signal) =>
        api(verifyCode, { credentials, serviceId, loginParams }, { signal }),
      ),
    values: (): Values => ({
      account: form.text('account').trim(),
      known: card() !== undefined,
      code: code.value(),
      serviceId: code.serviceId,
    }),
    onEdit(field, value) {
      if (field !== 'account') return;
      account.typed = value;
      code.recipientChanged();
    },
    onEnd(verified) {
      // The code is used: a person who returns to this step needs another one.
      removeSentCode();
      onProven(verified);
    },
  });
  const { problems } = form;
  const code = useCodePart({
    resendAfter: resend.afterCode,
    problems,
    recipient: () => card() ?? readAccount(form.text('account')),
    deliver: (recipient, options) =>
      'preServiceId' in recipient
        ? deliverByPreServiceId(api, bizType, recipient.preServiceId, options, recipient.kind)
        : deliverToAccount(api, bizType, recipient, options),
    onNoRecipient: () => form.validate('account'),
  });
  /** As long as the person has not typed another account over it. */
  function card() {
    if (!account.card || form.text('account') !== account.card.account) return undefined;
    const { preServiceId, kind } = account.card;
    return { preServiceId, kind };
  }
  const fillIn = useEffectEvent(() => {
    account.card ??= takeCardAccount();
    const input = form.input('account');
    if (!account.card || !input) return;
    typeInto(input, account.card.account);
    // Other pages have no use for a masked account.
    remove('account');
    if (document.activeElement === input) input.select();
  });
  useEffect(() => fillIn(), []);
  const failure = problems.form ?? (code.serviceId ? undefined : retry?.failure);

  return (
    <Form form={form}>
      <AccountField label={accountLabel} typed={retry?.account ?? ''} problems={problems} />
      <CodePart part={code} />
      <Notice failure={failure} />
      <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
        {form.busy ? t('captcha.verifying') : submitText}
      </Button>
    </Form>
  );
}
