import { useEffect, useEffectEvent } from 'react';
import { enterUserCode } from '@foyer/contract/flows/oidc-provider';
import { longest } from '@foyer/contract/limits';
import { normalUserCode, shownUserCode } from '@foyer/contract/rules/user-code';
import { Form } from '../../parts/form.tsx';
import { OfferDevice } from '../../parts/offer/offer.tsx';
import { typeInto } from '../../platform/forms/input-events.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { navigate } from '../../platform/navigation/navigate.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import css from './device-code.module.css';
import { type Values, deviceCode } from './device-code.machine.ts';

/** The person types the code that a device shows; a link or QR code of the device fills it in, to be compared. */
export function DeviceCode() {
  const t = useTranslate();
  const { api } = usePageContext();
  const form = useForm({
    machine: () => deviceCode((values, signal) => api(enterUserCode, values, { signal })),
    values: (): Values => ({ userCode: form.text('userCode') }),
    onEnd: navigate,
  });
  const { problems } = form;
  const fillIn = useEffectEvent(() => {
    const given = takeCode();
    if (given !== undefined) typeInto(form.input('userCode')!, given);
  });
  useEffect(() => fillIn(), []);

  return (
    <Form form={form}>
      <div className={css.head}>
        <OfferDevice />
        <PageHead title={t('page.device')} lead={t('device.lead')} />
      </div>
      <Field
        name="userCode"
        label={t('device.field')}
        inputClass={css.code}
        problem={useProblem(problems, problems.userCode && t('device.unknown'), true)}
        placeholder="XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={longest.paste}
        enterKeyHint="next"
      />
      <p className={css.compare}>{t('device.compare')}</p>
      <Notice>
        {problems.form
          ? failureText(t, problems.form)
          : problems.wait !== undefined && t('device.tooMany', { n: String(problems.wait) })}
      </Notice>
      <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
        {t('common.next')}
      </Button>
    </Form>
  );
}

/** The code of a link is removed from the address bar, so that it stays in no history. */
function takeCode(): string | undefined {
  const given = new URLSearchParams(location.search).get('user_code');
  if (given === null) return undefined;
  history.replaceState(history.state, '', location.pathname);
  const code = normalUserCode(given);
  return code && shownUserCode(code);
}
