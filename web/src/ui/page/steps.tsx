import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * Steps that replace each other. When the focused step is gone, the focus moves to the first field of the next step, or
 * else to its text. A page that was only opened leaves the focus alone.
 */
export function Steps({ at, children }: { at: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const entered = useRef(false);

  useLayoutEffect(() => {
    if (!entered.current || document.activeElement !== document.body) return;
    const find = (selector: string) => box.current!.querySelector<HTMLElement>(selector);
    (find('input:not([hidden])') ?? find('[tabindex="-1"], button'))?.focus();
  }, [at]);

  return (
    <div ref={box} onFocus={() => void (entered.current = true)}>
      {children}
    </div>
  );
}
