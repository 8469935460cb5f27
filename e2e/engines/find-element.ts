const selectors = {
  button: 'button',
  checkbox: 'input[type=checkbox]',
  heading: 'h1, h2',
  link: 'a[href]',
  selector: 'select',
  status: '[role=status]',
  tab: '[role=tab]',
  textbox: 'input:not([type=checkbox])',
};

export type Role = keyof typeof selectors;

export interface Wanted {
  selector: string;
  name: string;
  /** Also before the scripts of the page have taken the element over. */
  early: boolean;
}

export const wanted = (role: Role, name: string, early = false): Wanted => ({ selector: selectors[role], name, early });

/**
 * Runs in the page: the element that a person would use now, in the uppermost dialog if there is one. Not one that is
 * hidden, disabled or still moving, or whose clicks nothing takes yet. Its name may contain more than the wanted one.
 */
export function findElement({ selector, name, early }: Wanted): Element | null {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const isReady = (element: Element) =>
    early || !document.querySelector('#root') || Object.keys(element).some((key) => key.startsWith('__react'));
  const isMoving = (element: Element) =>
    document.getAnimations().some(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      const isShort = Number(effect?.getComputedTiming().endTime) < 2000;
      return playState === 'running' && isShort && target?.contains(element);
    });
  const nameOf = (element: Element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    return element.getAttribute('aria-label') ?? (label ?? element).textContent.trim();
  };
  const usable = [...scope.querySelectorAll(selector)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled') && isReady(element),
  );
  const found =
    usable.find((element) => nameOf(element) === name) ?? usable.find((element) => nameOf(element).includes(name));
  return found && !isMoving(found) ? found : null;
}
