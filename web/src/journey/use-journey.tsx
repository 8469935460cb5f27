import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Outcome } from '../flows/outcome.ts';
import { drop, keptHere } from '../platform/storage/persisted.ts';
import { tellOtherTabs } from '../platform/storage/other-tabs.ts';
import { ownAddress } from '../platform/navigation/page-url.ts';
import { part, untilItComes } from '../platform/lazy/lazy-part.ts';
import { useTexts } from '../platform/i18n/texts.ts';
import type { Trouble } from '../platform/i18n/failure.ts';
import { useVisit } from '../platform/page-context.ts';
import { whenQuiet } from '../platform/lazy/when-idle.ts';
import { useToast } from '../ui/toast.tsx';
import type { Place, WayOut } from './journey.ts';

const loadDialogs = () => import('./dialogs.tsx');
const Dialogs = part(() => loadDialogs().then((m) => m.Dialogs));

export interface Journey {
  dialogs: ReactNode;
  /** A flow has ended, and the next door opens. */
  end(outcome: Outcome): void;
  /** Something stands between the form and the way out. */
  busy: boolean;
  /** Counts how often a person came back to the form. */
  attempt: number;
  /** Why the last attempt came to nothing, when the dialog could not go on. */
  why: Trouble | undefined;
}

/** What follows when a flow has let a person in: the dialogs that stand between, then the way out. */
export function useJourney(): Journey {
  const say = useTexts();
  const toast = useToast();
  const visit = useVisit();
  const [place, setPlace] = useState<Exclude<Place, WayOut>>({ at: 'entry' });
  const [attempt, setAttempt] = useState(0);
  const [why, setWhy] = useState<Trouble>();
  useEffect(() => {
    if (attempt > 0) firstEmptyField()?.focus();
  }, [attempt]);

  const goOn = useEffectEvent(async () => {
    const { preLoginId, accessCode } = visit.params;
    // What was sent for a company's former word proves nothing for this one.
    if (accessCode) drop('sent');
    if (keptHere('step') === undefined) return;
    // Whoever comes back from an app's or a company's own page has begun anew.
    if (preLoginId || accessCode) return drop('step');
    const { keptPlace } = await import('./persisted-step.ts');
    const stood = keptPlace();
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
    const callOff = whenQuiet(() => void follow(over.signal));
    return () => {
      callOff();
      over.abort();
    };
  }, []);

  async function go(next: Place) {
    if (next.at === 'leaving' || next.at === 'registered') {
      closeBehind();
      const { leaveSignedIn, wayOut } = await import('../platform/navigation/navigate.ts');
      return leaveSignedIn(visit, next.at === 'leaving' ? wayOut(visit, next.url) : ownAddress(pageRoutes.registered));
    }
    if (next.at === 'realName') {
      closeBehind();
      const { goAndProve } = await import('../flows/real-name/real-name.service.ts');
      return goAndProve(visit, next);
    }
    await Promise.all([visit.moreTexts(), loadDialogs()]);
    setPlace(next);
  }

  /** Back to the form, with its waits and what it was doing forgotten, and what was typed kept. */
  function startOver(because?: Trouble) {
    drop('mobile', 'step', 'sent');
    setWhy(because);
    setAttempt((n) => n + 1);
    setPlace({ at: 'entry' });
  }

  /** What was proven is not lost with a part of the page: everything stays as it is, and the next press goes on. */
  const goOnFrom = (way: () => Promise<void>) => void untilItComes(way, () => toast(say('common.network')));
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
  drop('account', 'mobile', 'step', 'sent', 'wish', 'door', 'sso', 'finding', 'proof');
  tellOtherTabs();
}

/** The form that opened the dialog is a new one when it closes, so the focus has no way back of its own. */
const firstEmptyField = () =>
  [...(document.forms[0]?.elements ?? [])].find((field) => field instanceof HTMLInputElement && !field.value) as
    | HTMLInputElement
    | undefined;
