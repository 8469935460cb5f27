import { useEffect, useEffectEvent, useRef } from 'react';
import { startPersonSearch } from '@foyer/contract/flows/find-account';
import { longest } from '@foyer/contract/limits';
import { readIdNumber } from '@foyer/contract/rules/person-rules';
import { Form } from '../../parts/form.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useProblem } from '../../ui/problem.ts';
import { provePerson } from './prove-person.machine.ts';

interface Props {
  /** Where what is typed is kept for whoever comes back. */
  person: { name: string; idNumber: string };
  onNamed(preServiceId: string): void;
}

export function NamePerson({ person, onNamed }: Props) {
  const t = useTranslate();
  const { api } = usePageContext();
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const idNumber = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);

  const [state, send] = useMachine(() =>
    provePerson(async (typed, signal) => {
      const { checkHuman } = await import('../../parts/human-check/human-check.ts');
      const checked = await checkHuman(api, signal);
      if ('auth' in checked) return api(startPersonSearch, { ...typed, auth: checked.auth }, { signal });
      if (checked.problem === 'noAnswer') return { is: 'noAnswer' };
      return {
        is: 'refused',
        code: 0,
        message: checked.problem === 'humanCheck' ? t('captcha.failed') : failureText(t, checked.problem),
      };
    }),
  );
  const problems = state.at === 'filling' ? state.problems : {};

  const react = useEffectEvent(() => {
    if (state.at === 'ended') onNamed(state.result);
    if (state.at !== 'filling') return;
    if (state.problems.name) name.current!.focus();
    else if (state.problems.idNumber) idNumber.current!.focus();
  });
  useEffect(() => react(), [state]);

  const typed = () => ({ name: name.current!.value.trim(), idNumber: readIdNumber(idNumber.current!.value) });
  return (
    <Form
      ref={form}
      ready={filled}
      onEdit={(field) => {
        Object.assign(person, { name: name.current!.value, idNumber: idNumber.current!.value });
        send({ is: 'edit', field });
      }}
      onSubmit={() => send({ is: 'submit', typed: typed() })}
    >
      <Field
        ref={name}
        name="name"
        label={t('findAccount.name')}
        placeholder={t('findAccount.name')}
        defaultValue={person.name}
        maxLength={longest.name}
        autoComplete="name"
        problem={useProblem(problems, problems.name && t('findAccount.name.empty'))}
      />
      <Field
        ref={idNumber}
        name="idNumber"
        label={t('idcheck.number')}
        placeholder={t('idcheck.number')}
        defaultValue={person.idNumber}
        maxLength={longest.paste}
        autoComplete="off"
        problem={useProblem(problems, problems.idNumber && t('idcheck.number.wrong'))}
      />
      <Notice>{problems.form && failureText(t, problems.form)}</Notice>
      <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
        {t(state.at === 'working' ? 'captcha.verifying' : 'common.next')}
      </Button>
    </Form>
  );
}
