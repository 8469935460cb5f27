import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useVisit } from '../platform/visit.ts';
import { whenQuiet } from '../platform/when-quiet.ts';
import { Rescue } from './rescue.tsx';

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
