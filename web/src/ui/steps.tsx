import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * Steps that replace one another. Whoever was in the one that is gone goes on in the first field of the next, else at
 * what it says; a page that has only been opened leaves the focus alone.
 */
export function Steps({ at, children }: { at: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const entered = useRef(false);

  useLayoutEffect(() => {
    if (!entered.current || document.activeElement !== document.body) return;
    const find = (what: string) => box.current!.querySelector<HTMLElement>(what);
    (find('input') ?? find('[tabindex="-1"], button'))?.focus();
  }, [at]);

  return (
    <div ref={box} onFocus={() => void (entered.current = true)}>
      {children}
    </div>
  );
}
