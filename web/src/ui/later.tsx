import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { whenQuiet } from '../platform/when-quiet.ts';
import { Rescue } from './rescue.tsx';

/** A part of the page that nobody waits for: it comes once the page is quiet, and nothing misses it if it does not. */
export function Later({ children }: { children: ReactNode }) {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setQuiet(true)), []);
  return (
    quiet && (
      <Rescue instead={null}>
        <Suspense>{children}</Suspense>
      </Rescue>
    )
  );
}
