/** Fills a field as if it had been typed. */
export function typeInto(field: HTMLInputElement, value: string) {
  // Not what stands there already: an input method may be at work on it.
  if (field.value !== value) field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
