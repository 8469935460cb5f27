import { code } from '@foyer/contract/first-limits';
import { isComposing } from '../../platform/forms/input-events.ts';
import { fillInFromMessage } from './web-otp.ts';

/**
 * Fills in the code from the message, on phones that let the page read it, and submits the form with its last digit, as a
 * press of the button would: not while the person corrects single digits, and no code a second time, unless another one
 * was sent. A form that lacks something else, or the agreement, waits for the person.
 */
export function watchCode(field: HTMLInputElement, comesByMessage: boolean): () => void {
  const { form } = field;
  const submitted = new Set<string>();
  // Typed from its first digit on.
  let isFresh = true;
  let waiting = new AbortController();

  function waitForMessage() {
    waiting.abort();
    waiting = new AbortController();
    if (comesByMessage) void fillInFromMessage(field, waiting.signal);
  }
  function submit() {
    if (form?.querySelector('[name=agreed]:not(:checked)')) return;
    // Once the button has been rendered for the last digit.
    queueMicrotask(() => form?.querySelector<HTMLButtonElement>('[type=submit]')?.click());
  }
  function onInput(event: Event) {
    if (event.target !== field || isComposing(event)) return;
    const { value } = field;
    const isTyped = event instanceof InputEvent && event.data?.length === 1;
    // What is pasted or filled in comes as a whole.
    if (value.length === code.length && (isFresh || !isTyped) && !submitted.has(value)) submit();
    isFresh = value.length <= 1 || (isFresh && value.length < code.length);
    if (value !== '' || event instanceof InputEvent) return;
    // The page itself empties the field when it requests another code.
    submitted.clear();
    waitForMessage();
  }
  // The person may have pressed the button.
  const remember = () => submitted.add(field.value);

  waitForMessage();
  // At the document the field has kept the digits of what was typed.
  document.addEventListener('input', onInput);
  document.addEventListener('compositionend', onInput);
  form?.addEventListener('submit', remember);
  // The code was typed before this was loaded.
  if (field.value.length === code.length && document.activeElement === field) submit();
  return () => {
    waiting.abort();
    document.removeEventListener('input', onInput);
    document.removeEventListener('compositionend', onInput);
    form?.removeEventListener('submit', remember);
  };
}
