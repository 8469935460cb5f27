/** Puts the focus on the first field, or on the heading. */
export function focusFirst(element: HTMLElement, heading: HTMLElement) {
  const field = element.querySelector<HTMLInputElement>('input:not([type="checkbox"]):not([readonly])');
  (field ?? heading).focus();
}
