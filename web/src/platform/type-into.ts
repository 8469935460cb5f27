/** Fills a field as if it had been typed. */
export function typeInto(field: HTMLInputElement, value: string) {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
