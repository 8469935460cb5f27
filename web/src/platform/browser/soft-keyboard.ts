/**
 * A keyboard that comes up from below leaves a small window: what is typed into, and the button that ends it, are
 * moved to where they can be seen. Where both have no room, the field has it.
 */
export function keepFieldsInSight() {
  const look = () => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement)) return;
    field.form?.querySelector('button[type=submit]')?.scrollIntoView({ block: 'nearest' });
    field.scrollIntoView({ block: 'nearest' });
  };
  visualViewport?.addEventListener('resize', look);
  document.addEventListener('focusin', look);
}
