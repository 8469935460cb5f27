declare global {
  interface Window {
    /** The last clicked button, while the click may not have reached the page. */
    pressed?: HTMLElement | null;
    /** The page does from now on what the scripts in the document have done. */
    hydrated?: boolean;
  }
}

/** Called when a part of the page has hydrated: repeats the last click, which may have been on a button of that part. */
export function replayClick() {
  window.hydrated = true;
  // A click that caused the hydration is replayed by React itself.
  if (window.event?.type !== 'click') window.pressed?.click();
}

/** A click that reaches the window was handled: React stops those on parts that are not hydrated. */
export const forgetHandledClicks = () => addEventListener('click', () => (window.pressed = null));
