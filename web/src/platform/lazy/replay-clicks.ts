declare global {
  interface Window {
    /** The button that was pressed last, until the page has heard of it. */
    pressed?: HTMLElement | null;
  }
}

/** Told when a part of the page has come alive: perhaps the one that somebody has pressed already. */
export function replayClick() {
  // A press may be what brings it alive, and then goes on by itself.
  if (window.event?.type !== 'click') window.pressed?.click();
}

/** Once React listens, it stops a press on what is not alive; any other comes by here, and was heard. */
export const stopCapturing = () => addEventListener('click', () => (window.pressed = null));
