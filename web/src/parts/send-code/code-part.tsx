import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type CodeProblem, readCode } from '@foyer/contract/rules/code-rules';
import type { Scope } from '../../platform/storage/persisted.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { typeInto } from '../../platform/forms/type-into.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { useProblem } from '../../ui/problem.ts';
import type { Delivery } from './deliver.ts';
import { deliverOnce, loadSentCode, untilNoted } from './persisted-code.ts';
import { SendCodeRow } from './send-code-row.tsx';
import { useSendCode } from './use-send-code.ts';

/** What is wrong with the code; `message` is the service's sentence. */
export type CodePartProblem = CodeProblem | 'needFirst' | { message: string | undefined };

interface Options<Target> {
  wait: number;
  problem: CodePartProblem | undefined;
  /** Changes with every attempt, so that the same problem is told again. */
  cause: unknown;
  /** To whom; undefined when that is not clear yet, and then `onNoTarget` says so. */
  target(): Target | undefined;
  deliver(target: Target, pass: { auth: string; signal: AbortSignal }): Promise<Delivery>;
  onNoTarget?(): void;
  /** Where it is noted that a code is on its way; in the tab, unless that tells nothing of anyone. */
  shelf?: Scope;
}

/** A code field with its button: everything a flow needs to send a code and to read it. */
export function useCodePart<Target>({
  wait,
  problem,
  cause,
  target,
  deliver,
  onNoTarget,
  shelf = 'tab',
}: Options<Target>) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  const sentFor = useRef<string>(undefined);
  const sending = useSendCode(wait, ({ auth }) => {
    const to = target()!;
    return deliverOnce(JSON.stringify(to), shelf, (signal) => deliver(to, { auth, signal }));
  });
  const { state } = sending;
  const notSent = state.at === 'ready' ? state.problem : undefined;
  // A code that was sent goes on being awaited after a reload, and when its account is typed again or its tab chosen.
  function find() {
    const to = JSON.stringify(target());
    const sent = loadSentCode(to);
    if (!sent) return void untilNoted(to)?.then(() => field.current && JSON.stringify(target()) === to && find());
    sentFor.current = to;
    sending.wasSent(sent);
  }
  const findFirst = useEffectEvent(find);
  useEffect(() => findFirst(), []);
  useMessageCode(field, state.at === 'waiting' && state.serviceId);

  return {
    field,
    state,
    serviceId: sending.serviceId,
    problem: useProblem(notSent ?? cause, notSent ? sayNotSent() : problem && sayProblem()),
    typed: () => readCode(field.current!.value),
    focus: () => field.current?.focus(),
    press,
    /** Unless one is on its way already. */
    pressFirst: () => sentFor.current === undefined && press(),
    /** A code belongs to the account that it was sent to: another account starts over, the same finds it again. */
    accountChanged() {
      if (sentFor.current === JSON.stringify(target())) return;
      sentFor.current = undefined;
      sending.startOver();
      find();
    },
  };

  function press() {
    const to = target();
    if (to === undefined) return onNoTarget?.();
    // Whoever has left the step meanwhile wants no code for it.
    if (!field.current) return;
    sentFor.current = JSON.stringify(to);
    typeInto(field.current, '');
    field.current.focus();
    sending.press();
  }

  function sayNotSent() {
    if (notSent === 'tooLate') return t('common.tooLate');
    return notSent === 'humanCheck' ? t('captcha.failed') : failureText(t, notSent!);
  }

  function sayProblem() {
    if (typeof problem === 'object') return t.service(problem);
    return t(problem === 'needFirst' ? 'code.needFirst' : `login.code.${problem!}`);
  }
}

/** A phone that can read the message fills the code in as soon as it comes. */
function useMessageCode(field: RefObject<HTMLInputElement | null>, sent: string | false) {
  useEffect(() => {
    if (!sent || !('OTPCredential' in globalThis)) return;
    const left = new AbortController();
    void import('./web-otp.ts')
      .then(({ codeFromMessage }) => codeFromMessage(left.signal))
      .then((code) => code && field.current && typeInto(field.current, code));
    return () => left.abort();
  }, [field, sent]);
}

type Part = Pick<ReturnType<typeof useCodePart>, 'field' | 'state' | 'problem' | 'press'>;

export function CodePart({ part: { field, state, problem, press } }: { part: Part }) {
  const t = useTranslate();
  return (
    <>
      <CodeField ref={field} label={t('login.code.placeholder')} problem={problem} />
      <SendCodeRow state={state} onPress={press} />
    </>
  );
}
