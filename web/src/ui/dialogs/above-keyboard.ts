/** Safari lays the keyboard over the window, and tells how much of it is left. Chrome makes the window smaller. */
export function keepAboveKeyboard({ style }: HTMLElement) {
  const { visualViewport } = window;
  const move = () => {
    const { height, scale } = visualViewport!;
    const covered = innerHeight - height * scale;
    // Less are the bars of the browser.
    style.setProperty('--keyboard', `${covered > 100 ? covered : 0}px`);
  };
  visualViewport?.addEventListener('resize', move);
  return () => visualViewport?.removeEventListener('resize', move);
}
