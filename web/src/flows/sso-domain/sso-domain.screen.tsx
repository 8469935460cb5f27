import { useEffect, useEffectEvent, useState } from 'react';
import { companySuffix } from '@foyer/contract/rules/company-domain';
import { input } from '@foyer/contract/limits';
import { findCompany, findCompanyByMail } from '@foyer/contract/flows/sso-domain';
import { AgreementLinks } from '../../parts/agreement-links.tsx';
import { Form } from '../../parts/form.tsx';
import type { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { checkHuman } from '../../parts/human-check/human-check.ts';
import { navigate, navigateToProvider, requestedRedirect, signInAgainUrl } from '../../platform/navigation/navigate.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { typeInto } from '../../platform/forms/input-events.ts';
import { load, save } from '../../platform/storage/persisted.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { BelowButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import { type Values, ssoDomain } from './sso-domain.machine.ts';
import css from './sso-domain.module.css';

interface Props {
  focus?: boolean;
  /** Links the company to the signed-in account: makes the call with a fresh proof, and needs no agreement. */
  link?: { run: ReturnType<typeof useFreshProof>['run'] };
  onBack: (() => void) | undefined;
}

/** Asks for the company's domain and opens the company's sign-in page. */
export function SsoDomain({ focus = false, link, onBack }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  const { api, config } = page;
  const [found, setFound] = useState<string>();
  const [isName, setIsName] = useState(true);
  const site = new URL(config.officialSite).hostname.replace(/^www\./, '');

  const form = useForm({
    machine: () =>
      ssoDomain({
        site,
        async find(companyDomain, signal, auth) {
          const redirectUrl = link ? undefined : requestedRedirect(page);
          const request = {
            domain: companyDomain,
            agreed: true,
            ...(auth && { auth }),
            ...(redirectUrl && { redirectUrl }),
          };
          if (!link) return api(findCompany, request, { signal });
          const reply = await link.run(() => api(findCompany, { ...request, link: true }, { signal }));
          return reply.is === 'cancelled' ? { is: 'refused', code: 0, message: t('proof.lead') } : reply;
        },
        findByMail: (mailDomain, signal, auth) =>
          api(findCompanyByMail, { mailDomain, ...(auth && { auth }) }, { signal }),
        onFound: setFound,
        checkHuman: (signal) => checkHuman(api, signal),
      }),
    values: (): Values => ({ domain: form.text('domain'), agreed: link !== undefined || form.checked('agreed') }),
    onEdit(field, value) {
      if (field !== 'domain') return;
      setFound(undefined);
      setIsName(!/[.@．＠]/.test(value));
    },
    onEnd(url) {
      if (link) return navigate(url);
      // For a person who comes back without being signed in, and starts again.
      save('company', form.text('domain'), 'browserTab', signInAgainUrl(page, { appSsoLogin: 'true' }));
      return navigateToProvider(url, requestedRedirect(page));
    },
  });
  const { problems, ref } = form;
  const restore = useEffectEvent(() => {
    const typed = load('company');
    if (typeof typed === 'string') typeInto(form.input('domain')!, typed);
  });
  useEffect(() => restore(), []);
  useEffect(() => {
    if (focus) ref.current!.querySelector('input')!.focus();
  }, [focus, ref]);

  return (
    <Form form={form}>
      <Field
        name="domain"
        label={t('sso.domain.label')}
        note={<span role="status">{found ? t('sso.domain.found', { company: found }) : t('sso.domain.help')}</span>}
        problem={useProblem(problems, problems.domain && t(`sso.domain.${problems.domain}`))}
        trailing={isName && <span className={css.suffix}>{companySuffix(site)}</span>}
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={input.maxLength}
        enterKeyHint="go"
      />
      {!link && (
        <Checkbox name="agreed" aria-invalid={problems.agreed ? true : undefined}>
          <AgreementLinks text={t('register.protocol')} />
        </Checkbox>
      )}
      <Notice failure={problems.form}>
        {problems.agreed ? t('bind.agree.tooltip') : problems.human && t('captcha.failed')}
      </Notice>
      <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
        {!form.busy && <Icon d={icons.office} size={16} />}
        {t(form.busy ? 'common.redirecting' : 'sso.submit')}
      </Button>
      {onBack && (
        <BelowButtons>
          <Button kind="text" onClick={onBack}>
            {t('sso.back')}
          </Button>
        </BelowButtons>
      )}
    </Form>
  );
}
