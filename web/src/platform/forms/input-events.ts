/** Whether an input method is composing: a value set now would be added to the text that it inserts. */
export const isComposing = (event: Event) => event instanceof InputEvent && event.isComposing;

/** Sets the value of a field and dispatches the event that typing would. */
export function typeInto(field: HTMLInputElement, value: string) {
  // Setting the same value would disturb an input method that is composing.
  if (field.value !== value) field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
