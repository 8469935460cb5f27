import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { usePageContext } from '../platform/page-context.ts';
import { whenIdle } from '../platform/lazy/when-idle.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/** A part that nobody waits for: it comes with its words once the page is quiet, and nothing misses it if it does not. */
export function LoadWhenIdle({ children }: { children: ReactNode }) {
  const { loadAllTexts } = usePageContext();
  const [ready, setReady] = useState(false);
  const bringWords = useEffectEvent(() =>
    loadAllTexts().then(
      () => setReady(true),
      () => {},
    ),
  );
  useEffect(() => whenIdle(() => void bringWords()), []);
  return (
    ready && (
      <ErrorBoundary fallback={null}>
        <Suspense>{children}</Suspense>
      </ErrorBoundary>
    )
  );
}
