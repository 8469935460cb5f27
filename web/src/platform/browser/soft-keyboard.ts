/**
 * Scrolls the focused field and the submit button of its form into the small area that a soft keyboard leaves. Where
 * both do not fit, the field has priority.
 */
export function keepFieldsVisible() {
  const scroll = () => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement)) return;
    field.form?.querySelector('button[type=submit]')?.scrollIntoView({ block: 'nearest' });
    field.scrollIntoView({ block: 'nearest' });
  };
  visualViewport?.addEventListener('resize', scroll);
  document.addEventListener('focusin', scroll);
}
