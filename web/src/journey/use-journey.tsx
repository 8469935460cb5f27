import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import type { Outcome } from '../flows/outcome.ts';
import { useVisit } from '../platform/visit.ts';
import type { Place } from './journey.ts';

const Dialogs = lazy(() => import('./dialogs.tsx').then((m) => ({ default: m.Dialogs })));

export interface Journey {
  dialogs: ReactNode;
  /** A flow has ended, and the next door opens. */
  end(outcome: Outcome): void;
  /** Something stands between the form and the way out. */
  busy: boolean;
  /** Counts how often a person came back to the form. */
  attempt: number;
}

/** What follows when a flow has let a person in: the dialogs that stand between, then the way out. */
export function useJourney(): Journey {
  const visit = useVisit();
  const [place, setPlace] = useState<Place>({ at: 'entry' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (attempt > 0) firstEmptyField()?.focus();
  }, [attempt]);

  async function go(next: Place) {
    if (next.at === 'leaving') {
      const { leave, wayOut } = await import('../platform/leave.ts');
      return leave(wayOut(visit, next.url));
    }
    if (next.at === 'realName') {
      const { goAndProve } = await import('../flows/real-name/real-name.service.ts');
      return goAndProve(visit, next);
    }
    if (next.at !== 'entry') await visit.moreTexts();
    setPlace(next);
  }

  /** Back to the form, with its waits and what it was doing forgotten, and what was typed kept. */
  function startOver() {
    setAttempt((n) => n + 1);
    setPlace({ at: 'entry' });
  }

  const end = (outcome: Outcome) => void import('./journey.ts').then(({ after }) => go(after(outcome)));
  return {
    end,
    attempt,
    busy: place.at !== 'entry',
    dialogs: place.at !== 'entry' && place.at !== 'leaving' && place.at !== 'realName' && (
      <Suspense>
        <Dialogs place={place} onEnd={end} onLeave={(url) => void go({ at: 'leaving', url })} onStartOver={startOver} />
      </Suspense>
    ),
  };
}

/** The form that opened the dialog is a new one when it closes, so the focus has no way back of its own. */
const firstEmptyField = () =>
  [...(document.forms[0]?.elements ?? [])].find((field) => field instanceof HTMLInputElement && !field.value) as
    | HTMLInputElement
    | undefined;
