/** Those that `openModal` keeps open, the last one on top. */
const opened: HTMLElement[] = [];
const controls = 'a[href], button:enabled, input:enabled, select:enabled';

/**
 * Opens a `<dialog>` and returns a function that closes it. Safari before 15.4 and Firefox before 98 do not know the element:
 * there a modal one keeps the focus and all clicks, and Escape cancels it, as the other browsers do themselves.
 */
export function openDialog(element: HTMLDialogElement, { modal }: { modal: boolean }): () => void {
  if (modal && typeof element.showModal !== 'function') return openModal(element);
  if (modal) element.showModal();
  // `show()` would take the focus.
  else element.setAttribute('open', '');
  return () => (modal ? element.close() : element.removeAttribute('open'));
}

function openModal(element: HTMLElement) {
  const isBehind = (target: EventTarget | null) =>
    opened[opened.length - 1] === element && !(target instanceof Node && element.contains(target));
  const stop = (event: Event) => {
    if (!isBehind(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    // A click on the scrim is one on the dialog itself.
    if (event.type === 'click') element.click();
  };
  const keepFocus = ({ target }: Event) => isBehind(target) && focusables(element)[0]?.focus();
  const onKey = (event: KeyboardEvent) => {
    if (opened[opened.length - 1] !== element) return;
    if (event.key === 'Escape') element.dispatchEvent(new Event('cancel', { cancelable: true }));
    if (event.key !== 'Tab') return;
    const inside = focusables(element);
    const [edge, other] = event.shiftKey ? [inside[0], inside.pop()] : [inside[inside.length - 1], inside[0]];
    if (document.activeElement !== edge) return;
    event.preventDefault();
    other?.focus();
  };
  // The role also selects the styles.
  element.setAttribute('role', 'dialog');
  element.setAttribute('open', '');
  opened.push(element);
  for (const type of stopped) addEventListener(type, stop, true);
  addEventListener('focusin', keepFocus);
  addEventListener('keydown', onKey);
  return () => {
    opened.splice(opened.indexOf(element), 1);
    for (const type of stopped) removeEventListener(type, stop, true);
    removeEventListener('focusin', keepFocus);
    removeEventListener('keydown', onKey);
    element.removeAttribute('role');
    element.removeAttribute('open');
  };
}

const stopped = ['pointerdown', 'mousedown', 'touchstart', 'click'];
const focusables = (element: HTMLElement) =>
  [...element.querySelectorAll<HTMLElement>(controls)].filter((each) => each.getClientRects().length > 0);
