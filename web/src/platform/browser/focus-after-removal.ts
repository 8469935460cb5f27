import { type RefObject, useEffect } from 'react';

/**
 * When the row that has the focus is removed, the focus goes to the next row, else to the one before it, else to the
 * panel beside it. Otherwise the browser drops the focus, and the Tab key starts at the top of the page. The row gets it,
 * not its button, which a second press of Enter would activate.
 */
export function useFocusAfterRemoval(content: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = content.current!;
    let focused: HTMLElement | undefined;
    let neighbours: (Element | null | undefined)[] = [];

    const remember = ({ target }: FocusEvent) => {
      // A dialog about the row returns the focus to it.
      if (!(target instanceof HTMLElement) || target.closest('dialog')) return;
      const row = target.closest('li');
      const panel = target.closest('section');
      focused = target;
      neighbours = [row, panel].flatMap((each) => [each?.nextElementSibling, each?.previousElementSibling]);
    };
    const removal = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return;
      const next = neighbours.find((each) => each?.isConnected);
      focused = undefined;
      if (!(next instanceof HTMLElement)) return;
      next.tabIndex = -1;
      next.focus();
    });
    root.addEventListener('focusin', remember);
    removal.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', remember);
      removal.disconnect();
    };
  }, [content]);
}
