import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useVisit } from '../platform/page-context.ts';
import { whenQuiet } from '../platform/lazy/when-idle.ts';
import { Rescue } from './error-boundary.tsx';

/** A part that nobody waits for: it comes with its words once the page is quiet, and nothing misses it if it does not. */
export function Later({ children }: { children: ReactNode }) {
  const { moreTexts } = useVisit();
  const [ready, setReady] = useState(false);
  const bringWords = useEffectEvent(() =>
    moreTexts().then(
      () => setReady(true),
      () => {},
    ),
  );
  useEffect(() => whenQuiet(() => void bringWords()), []);
  return (
    ready && (
      <Rescue instead={null}>
        <Suspense>{children}</Suspense>
      </Rescue>
    )
  );
}
