import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { code as limits } from '@foyer/contract/first-limits';
import { readCode } from '@foyer/contract/rules/code-rules';
import type { Scope } from '../../platform/storage/persisted.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { lazyPart } from '../../platform/lazy/lazy-part.ts';
import { typeInto } from '../../platform/forms/input-events.ts';
import { secondsLeft, useNow } from '../../platform/machine/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField, SendButton } from '../../ui/fields/code-field.tsx';
import { Icon, icons } from '../../ui/icons/icon.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import type { CodeProblems } from './code-problem.ts';
import type { Delivery, DeliveryOptions } from './deliver.ts';
import { deliverOnce, loadSentCode, pendingDelivery } from './persisted-code.ts';
import { useSendCode } from './use-send-code.ts';

interface Options<Recipient> {
  /** How long before another code may be requested. */
  resendAfter: number;
  /** A new object per attempt, so that the same problem is shown and announced again. */
  problems: CodeProblems;
  /** Undefined while no valid recipient is typed; `onNoRecipient` then shows the problem. */
  recipient(): Recipient | undefined;
  deliver(recipient: Recipient, options: DeliveryOptions): Promise<Delivery>;
  onNoRecipient?(): void;
  /** Where the sent code is persisted. `browser` only if the recipient does not identify a person. */
  scope?: Scope;
}

/** A code field with the button that sends the code. Render it with `<CodePart part>`. */
export function useCodePart<Recipient>({
  resendAfter,
  problems,
  recipient,
  deliver,
  onNoRecipient,
  scope = 'browserTab',
}: Options<Recipient>) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  /** The recipient of the code that was requested last, as JSON. */
  const lastRecipient = useRef<string>(undefined);
  const sending = useSendCode(resendAfter, ({ auth }) => {
    const to = recipient()!;
    return deliverOnce(JSON.stringify(to), scope, (signal) => deliver(to, { auth, signal }));
  });
  const { state } = sending;
  const sendProblem = state.at === 'ready' ? state.problem : undefined;
  /**
   * Restores a code that was sent before a reload, before a change of tabs, or before the account was edited. Without one, the
   * human check of the next code begins while the person goes on.
   */
  function restore() {
    const to = JSON.stringify(recipient());
    const pending = pendingDelivery(to);
    if (pending) {
      // The code that is on its way replaces an earlier one.
      void pending.then(() => field.current && JSON.stringify(recipient()) === to && restore());
      return;
    }
    const persisted = loadSentCode(to);
    if (!persisted) {
      if (to) sending.prepare();
      return;
    }
    lastRecipient.current = to;
    sending.restore(persisted);
  }
  const restoreFirst = useEffectEvent(restore);
  useEffect(() => restoreFirst(), []);
  return {
    field,
    state,
    serviceId: sending.serviceId,
    problem: useProblem(
      sendProblem ?? problems,
      sendProblem ? sendProblemText() : codeProblemText(),
      sendProblem ?? problems.code,
    ),
    value: () => readCode(field.current!.value),
    send,
    /** Sends a code unless one was requested or restored already. */
    sendFirst: () => lastRecipient.current === undefined && send(),
    /** A code is valid for its recipient only: for another one the part starts again, with a code that was sent to it earlier. */
    recipientChanged() {
      if (lastRecipient.current === JSON.stringify(recipient())) return;
      lastRecipient.current = undefined;
      sending.reset();
      restore();
    },
  };

  function send() {
    const to = recipient();
    if (to === undefined) return onNoRecipient?.();
    // The person has left the step in the meantime.
    if (!field.current) return;
    lastRecipient.current = JSON.stringify(to);
    typeInto(field.current, '');
    field.current.focus();
    sending.request();
  }

  function sendProblemText() {
    if (sendProblem === 'tooLate') return t('common.tooLate');
    return sendProblem === 'humanCheck' ? t('captcha.failed') : failureText(t, sendProblem!);
  }

  function codeProblemText() {
    const problem = problems.code;
    if (typeof problem === 'object') return t.service(problem);
    return problem && t(problem === 'needFirst' ? 'code.needFirst' : `login.code.${problem}`);
  }
}

const LateCodeHelp = lazyPart(() => import('./late-code-help.tsx').then((m) => m.LateCodeHelp));

type Part = Pick<ReturnType<typeof useCodePart>, 'field' | 'state' | 'problem' | 'send'>;

interface Props {
  part: Part;
  /** Replaces the sentence that names the recipient. */
  sentText?: string;
  /** Nothing is sent if the service does not know the person. */
  late?: 'findAccount.late';
}

/** Before a code is sent, its button is inside the field; after that, at the end of the label. */
export function CodePart({ part: { field, state, problem, send }, sentText, late }: Props) {
  const t = useTranslate();
  const resendAt = state.at === 'sending' ? undefined : state.resendAt;
  const now = useNow(resendAt);
  // The cells stay when a code is requested again, so that nothing moves.
  const sentBefore = state.serviceId !== undefined;
  const busy = state.at === 'sending';
  const sentNote = state.at === 'waiting' ? (sentText ?? t('code.sentTo', { target: state.sentTo })) : undefined;
  const isLate = state.at === 'waiting' ? now - state.sentAt >= limits.lateAfter : sentBefore && !busy;

  return (
    <CodeField
      ref={field}
      label={t(sentBefore ? 'code.labelSent' : 'code.label')}
      placeholder={t('login.code.placeholder')}
      labelEnd={
        sentBefore && (
          <Button kind="text" disabled={Boolean(resendAt)} busy={busy} onClick={send}>
            {buttonText()}
          </Button>
        )
      }
      send={
        !sentBefore && (
          <SendButton busy={busy} disabled={Boolean(resendAt)} onPress={send}>
            {buttonText()}
          </SendButton>
        )
      }
      problem={problem}
      note={
        <>
          {/* The line has room for the sentence or for the help, not for both. */}
          {sentNote && !isLate && <Icon d={icons.tick} size={16} />}
          <span role="status" className={isLate ? 'visually-hidden' : undefined}>
            {sentNote}
          </span>
          <Suspense>{isLate && <LateCodeHelp sentNote={sentNote} late={late} />}</Suspense>
        </>
      }
    />
  );

  function buttonText() {
    if (busy) return t('code.sending');
    if (resendAt) return t('code.countdown', { s: secondsLeft(resendAt, now) });
    return t(sentBefore ? 'code.getAgain' : 'code.get');
  }
}
