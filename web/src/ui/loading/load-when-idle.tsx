import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { usePageContext } from '../../platform/page-context.ts';
import { whenIdle } from '../../platform/lazy/when-idle.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/** Shows an optional part once the page is idle and all texts are loaded. A failure is ignored. */
export function LoadWhenIdle({ children }: { children: ReactNode }) {
  const { loadAllTexts } = usePageContext();
  const [ready, setReady] = useState(false);
  const loadTexts = useEffectEvent(() =>
    loadAllTexts().then(
      () => setReady(true),
      () => {},
    ),
  );
  useEffect(() => whenIdle(() => void loadTexts()), []);
  return (
    ready && (
      <ErrorBoundary fallback={null}>
        <Suspense>{children}</Suspense>
      </ErrorBoundary>
    )
  );
}
