import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Outcome } from '../flows/outcome.ts';
import { remove, load } from '../platform/storage/persisted.ts';
import { notifyOtherTabs } from '../platform/storage/other-tabs.ts';
import { pageUrl } from '../platform/navigation/page-url.ts';
import { lazyPart, loadWithRetry } from '../platform/lazy/lazy-part.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import type { Failure } from '../platform/i18n/failure.ts';
import { usePageContext } from '../platform/page-context.ts';
import { whenIdle } from '../platform/lazy/when-idle.ts';
import { useToast } from '../ui/toast.tsx';
import type { Step, Exit } from './journey.ts';

const loadDialogs = () => import('./dialogs.tsx');
const Dialogs = lazyPart(() => loadDialogs().then((m) => m.Dialogs));

export interface Journey {
  dialogs: ReactNode;
  /** A flow has ended, and the next door opens. */
  end(outcome: Outcome): void;
  /** Something stands between the form and the way out. */
  busy: boolean;
  /** Counts how often a person came back to the form. */
  attempt: number;
  /** Why the last attempt came to nothing, when the dialog could not go on. */
  why: Failure | undefined;
}

/** What follows when a flow has let a person in: the dialogs that stand between, then the way out. */
export function useJourney(): Journey {
  const t = useTranslate();
  const toast = useToast();
  const visit = usePageContext();
  const [place, setPlace] = useState<Exclude<Step, Exit>>({ at: 'entry' });
  const [attempt, setAttempt] = useState(0);
  const [why, setWhy] = useState<Failure>();
  useEffect(() => {
    if (attempt > 0) firstEmptyField()?.focus();
  }, [attempt]);

  const goOn = useEffectEvent(async () => {
    const { preLoginId, accessCode } = visit.params;
    // What was sent for a company's former word proves nothing for this one.
    if (accessCode) remove('sent');
    if (load('step') === undefined) return;
    // Whoever comes back from an app's or a company's own page has begun anew.
    if (preLoginId || accessCode) return remove('step');
    const { loadStep } = await import('./persisted-step.ts');
    const stood = loadStep();
    if (stood) await go(stood);
    else startOver();
  });
  const cannotGoOn = useEffectEvent(() => startOver());
  useEffect(() => void goOn().catch(() => cannotGoOn()), []);

  const follow = useEffectEvent(async (over: AbortSignal) => {
    const { followOtherTabs } = await import('./follow.ts');
    const stop = followOtherTabs(visit);
    if (over.aborted) stop();
    else over.addEventListener('abort', stop);
  });
  useEffect(() => {
    const over = new AbortController();
    const callOff = whenIdle(() => void follow(over.signal));
    return () => {
      callOff();
      over.abort();
    };
  }, []);

  async function go(next: Step) {
    if (next.at === 'leaving' || next.at === 'registered') {
      closeBehind();
      const { finishSignIn, resolveRedirect } = await import('../platform/navigation/navigate.ts');
      return finishSignIn(
        visit,
        next.at === 'leaving' ? resolveRedirect(visit, next.url) : pageUrl(pageRoutes.registered),
      );
    }
    if (next.at === 'realName') {
      closeBehind();
      const { goAndProve } = await import('../flows/real-name/real-name.service.ts');
      return goAndProve(visit, next);
    }
    await Promise.all([visit.loadAllTexts(), loadDialogs()]);
    setPlace(next);
  }

  /** Back to the form, with its waits and what it was doing forgotten, and what was typed kept. */
  function startOver(because?: Failure) {
    remove('mobile', 'step', 'sent');
    setWhy(because);
    setAttempt((n) => n + 1);
    setPlace({ at: 'entry' });
  }

  /** What was proven is not lost with a part of the page: everything stays as it is, and the next press goes on. */
  const goOnFrom = (way: () => Promise<void>) => void loadWithRetry(way, () => toast(t('common.network')));
  const end = (outcome: Outcome) => goOnFrom(async () => go((await import('./journey.ts')).after(outcome)));
  return {
    end,
    attempt,
    why,
    busy: place.at !== 'entry',
    dialogs: place.at !== 'entry' && (
      <Suspense>
        <Dialogs
          place={place}
          onEnd={end}
          onLeave={(url) => goOnFrom(() => go({ at: 'leaving', url }))}
          onStartOver={startOver}
        />
      </Suspense>
    ),
  };
}

/** Nothing of the way in is left behind, and this browser's other tabs hear that someone is in. */
function closeBehind() {
  remove('account', 'mobile', 'step', 'sent', 'wish', 'door', 'sso', 'finding', 'proof');
  notifyOtherTabs();
}

/** The form that opened the dialog is a new one when it closes, so the focus has no way back of its own. */
const firstEmptyField = () =>
  [...(document.forms[0]?.elements ?? [])].find((field) => field instanceof HTMLInputElement && !field.value) as
    | HTMLInputElement
    | undefined;
