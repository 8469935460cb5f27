import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Outcome } from '../flows/outcome.ts';
import { remove, load } from '../platform/storage/persisted.ts';
import { readLastSignIn } from '../platform/storage/other-tabs.ts';
import { lazyPart, loadWithRetry } from '../platform/lazy/lazy-part.ts';
import { reportFailure } from '../platform/report-failure.ts';
import { hideProblem, isLoadError, showProblem } from '../platform/start-problem.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import type { Failure } from '../platform/i18n/failure.ts';
import { usePageContext } from '../platform/page-context.ts';
import { whenIdle } from '../platform/lazy/when-idle.ts';
import { useToast } from '../ui/dialogs/toast.tsx';
import type { FormNoteName } from './form-note.tsx';
import type { OpenStep, Step } from './journey.ts';

const loadDialogs = () => import('./dialogs.tsx');
const Dialogs = lazyPart(() => loadDialogs().then((m) => m.Dialogs));

export interface Journey {
  dialogs: ReactNode;
  /** A flow has ended: the next step follows. */
  end(outcome: Outcome): void;
  /** A step after the form is open, as a dialog or in the page. */
  hasOpenStep: boolean;
  /** The person is signed in and proves another factor: there is no form to fill in. */
  steppingUp: boolean;
  /** The current step is a form of the page itself, not a dialog. */
  inPage: boolean;
  /** How often the person has come back to the form. */
  attempt: number;
  /** Why the last attempt ended, if a dialog could not continue. */
  failure: Failure | undefined;
}

/** Where the person is: at the form, with the reason if they are back, or in a step after it. */
type Place =
  | { at: 'form'; failure?: Failure | undefined; note?: FormNoteName | undefined }
  /** The session is valid but lacks a second factor, so its step opens at once. */
  | { at: 'stepUp'; step?: OpenStep }
  | { at: 'step'; step: OpenStep };

/** The steps after a flow has ended: dialogs, then the redirect. */
export function useJourney(): Journey {
  const t = useTranslate();
  const toast = useToast();
  const page = usePageContext();
  const [place, setPlace] = useState<Place>({
    at: page.variant.page === 'login' && page.view?.reason?.is === 'secondFactor' ? 'stepUp' : 'form',
  });
  const [attempt, setAttempt] = useState(0);
  const step = place.at === 'form' ? undefined : place.step;
  const steppingUp = place.at === 'stepUp';
  const { failure, note }: Omit<Place & { at: 'form' }, 'at'> = place.at === 'form' ? place : {};
  useEffect(() => {
    if (attempt > 0) fieldToContinueIn()?.focus();
  }, [attempt]);

  const resume = useEffectEvent(async () => {
    // The person may have gone on before a retry.
    if (step) return;
    const { preLoginId, accessCode } = page.params;
    // A code that was sent for an earlier access code is not valid for this one.
    if (accessCode) remove('sent', 'principal');
    // The person comes back from the page of an app or a company: a new sign-in has started.
    if (preLoginId || accessCode) {
      setPlace({ at: 'form' });
      return remove('step');
    }
    if (load('step') !== undefined) {
      const { loadStep } = await import('./persisted-step.ts');
      const saved = loadStep();
      return saved ? go(saved) : startOver();
    }
    if (!steppingUp) return;
    const { startStepUp } = await import('./start-step-up.ts');
    await go(await startStepUp(page));
  });
  const resumeWithRetry = useEffectEvent(() => goWithRetry(() => resume()));
  useEffect(() => resumeWithRetry(), []);

  const follow = useEffectEvent(async (before: string | undefined, unmounted: AbortSignal) => {
    const { followOtherTabs } = await import('./follow-other-tabs.ts');
    if (unmounted.aborted) return;
    unmounted.addEventListener('abort', followOtherTabs(page, before));
  });
  useEffect(() => {
    const unmounted = new AbortController();
    // Read now: another tab may sign in before the module is loaded.
    const before = readLastSignIn();
    // Without this module the tab just does not notice a sign-in in another tab.
    const cancel = whenIdle(() => void follow(before, unmounted.signal).catch(() => {}));
    return () => {
      cancel();
      unmounted.abort();
    };
  }, []);

  async function go(next: Step) {
    if (next.at === 'redirect' || next.at === 'registered' || next.at === 'setUpFactor' || next.at === 'realName') {
      const { leavePage } = await import('./leave-page.ts');
      return leavePage(page, next);
    }
    await Promise.all([page.loadAllTexts(), loadDialogs()]);
    setPlace((now) =>
      next.at === 'form' ? { at: 'form' } : { at: now.at === 'stepUp' ? 'stepUp' : 'step', step: next },
    );
  }

  /** Back to the form: the typed values stay, everything else is discarded. */
  function startOver(reason?: Failure, why?: FormNoteName) {
    remove('mobile', 'principal', 'step', 'sent');
    setAttempt((n) => n + 1);
    setPlace({ at: 'form', failure: reason, note: why });
  }

  /**
   * If a chunk does not load, the step stays and the same task is tried again at the next press, Enter or return of the
   * network. Any other error leads back to the form, which must not stay busy.
   */
  const goWithRetry = (task: () => Promise<void>) => {
    let after = () => {};
    void loadWithRetry(
      () =>
        task().then(after, (error: unknown) => {
          if (isLoadError(error)) throw error;
          reportFailure(error);
          toast(t('common.unexpected'));
          startOver();
        }),
      () => {
        toast(t('common.network'));
        showProblem();
        after = hideProblem;
      },
    );
  };
  const end = (outcome: Outcome) =>
    goWithRetry(async () => {
      const [{ nextStep, withAgreement }, { withPasskeyOffer }] = await Promise.all([
        import('./journey.ts'),
        import('./offer-passkey.ts'),
      ]);
      await go(await withPasskeyOffer(nextStep(await withAgreement(outcome, page.api)), page));
    });
  return {
    end,
    attempt,
    failure,
    hasOpenStep: step !== undefined,
    steppingUp,
    inPage: step?.at === 'bindAccount',
    dialogs: (step || note) && (
      <Suspense>
        <Dialogs
          step={step}
          steppingUp={steppingUp}
          onEnd={end}
          onExit={(exit) => goWithRetry(() => go(exit))}
          onStartOver={startOver}
          note={note}
          onRead={() => setPlace({ at: 'form', failure })}
        />
      </Suspense>
    ),
  };
}

/** The form is mounted anew when a dialog closes, so the browser cannot restore the focus. */
function fieldToContinueIn() {
  const fields = [...(document.forms[0]?.querySelectorAll('input') ?? [])];
  return fields.find((field) => !field.value) ?? fields.pop();
}
