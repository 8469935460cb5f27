import { startPersonSearch } from '@foyer/contract/flows/find-account';
import { longest } from '@foyer/contract/limits';
import { readIdNumber } from '@foyer/contract/rules/person-rules';
import { Form } from '../../parts/form.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import { type Values, namePerson } from './name-person.machine.ts';

interface Props {
  /** The typed values, which survive a change of tabs. */
  person: { name: string; idNumber: string };
  onNamed(preServiceId: string): void;
}

export function NamePerson({ person, onNamed }: Props) {
  const t = useTranslate();
  const { api } = usePageContext();

  const form = useForm({
    machine: () =>
      namePerson(async (values, signal) => {
        const { checkHuman } = await import('../../parts/human-check/human-check.ts');
        const checked = await checkHuman(api, signal);
        if ('auth' in checked) return api(startPersonSearch, { ...values, auth: checked.auth }, { signal });
        const { problem } = checked;
        if (problem === 'noResponse') return { is: 'noResponse' };
        if (typeof problem === 'object') return { is: 'refused', code: 0, message: problem.message };
        return {
          is: 'refused',
          code: 0,
          message: problem === 'humanCheck' ? t('captcha.failed') : failureText(t, problem),
        };
      }),
    values: (): Values => ({ name: form.text('name').trim(), idNumber: readIdNumber(form.text('idNumber')) }),
    onEdit(field, value) {
      Object.assign(person, { [field]: value });
    },
    onEnd: onNamed,
  });
  const { problems } = form;

  return (
    <Form form={form}>
      <Field
        name="name"
        label={t('findAccount.name')}
        placeholder={t('findAccount.name')}
        defaultValue={person.name}
        maxLength={longest.name}
        autoComplete="name"
        problem={useProblem(problems, problems.name && t('findAccount.name.empty'))}
      />
      <Field
        name="idNumber"
        label={t('idcheck.number')}
        placeholder={t('idcheck.number')}
        defaultValue={person.idNumber}
        maxLength={longest.paste}
        autoComplete="off"
        problem={useProblem(problems, problems.idNumber && t('idcheck.number.wrong'))}
      />
      <Notice failure={problems.form} />
      <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
        {t(form.at === 'submitting' ? 'captcha.verifying' : 'common.next')}
      </Button>
    </Form>
  );
}
