import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { companySuffix } from '@foyer/contract/rules/company-domain';
import { input } from '@foyer/contract/limits';
import { findCompany } from '@foyer/contract/flows/sso-domain';
import { AgreementLinks } from '../../parts/agreement-links.tsx';
import { Form } from '../../parts/form.tsx';
import { checkHuman } from '../../parts/human-check/human-check.ts';
import { navigateToProvider, requestedRedirect } from '../../platform/navigation/navigate.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useProblem } from '../../ui/problem.ts';
import { ssoDomain } from './sso-domain.machine.ts';
import css from './sso-domain.module.css';

interface Props {
  domain: RefObject<HTMLInputElement | null>;
  onBack: (() => void) | undefined;
}

/** Asks for the company's domain and goes where its people sign in. */
export function SsoDomain({ domain, onBack }: Props) {
  const t = useTranslate();
  const visit = usePageContext();
  const { api, config } = visit;
  const form = useRef<HTMLFormElement>(null);
  const tick = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);
  const site = new URL(config.officialSite).hostname.replace(/^www\./, '');

  const [state, send] = useMachine(() =>
    ssoDomain({
      site,
      ask: (named, signal, auth) => {
        const redirectUrl = requestedRedirect(visit);
        const asked = { domain: named, agreed: true, ...(auth && { auth }), ...(redirectUrl && { redirectUrl }) };
        return api(findCompany, asked, { signal });
      },
      checkHuman: (signal) => checkHuman(api, signal),
    }),
  );
  const problems = state.at === 'filling' ? state.problems : {};
  const typed = () => ({ domain: domain.current!.value, agreed: tick.current!.checked });

  const react = useEffectEvent(() => {
    if (state.at === 'ended') navigateToProvider(state.result, requestedRedirect(visit));
    if (state.at !== 'filling') return;
    if (state.problems.domain) domain.current!.focus();
    else if (state.problems.agreed) tick.current!.focus();
  });
  useEffect(() => react(), [state]);

  const problem = useProblem(problems, problems.domain && t(`sso.domain.${problems.domain}`));
  return (
    <Form
      ref={form}
      ready={filled}
      onEdit={(field) => send({ is: 'edit', field })}
      onSubmit={() => send({ is: 'submit', typed: typed() })}
    >
      <p className={css.about}>{t('sso.desc')}</p>
      <Field
        ref={domain}
        name="domain"
        label={t('sso.domain.label')}
        placeholder={t('sso.domain.label')}
        problem={problem}
        trailing={<span className={css.suffix}>{companySuffix(site)}</span>}
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={input.maxLength}
        enterKeyHint="go"
      />
      <p className={css.help}>{t('sso.domain.help')}</p>
      <Checkbox ref={tick} name="agreed" aria-invalid={problems.agreed ? true : undefined}>
        <AgreementLinks text={t('register.protocol')} />
      </Checkbox>
      <Notice>{said()}</Notice>
      <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
        {t(state.at === 'filling' ? 'sso.submit' : 'common.loading')}
      </Button>
      {onBack && (
        <p className={css.back}>
          <Button kind="text" onClick={onBack}>
            {t('sso.back')}
          </Button>
        </p>
      )}
    </Form>
  );

  function said() {
    if (problems.agreed) return t('bind.agree.tooltip');
    if (problems.human) return t('captcha.failed');
    return problems.form && failureText(t, problems.form);
  }
}
