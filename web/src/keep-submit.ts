/**
 * Inlined into the document of the sign-in page: the button of the password form can be pressed, also by Enter, as soon as
 * the fields are filled, and shows that the press is kept until the scripts are there (`replay-clicks.ts`). Then the page
 * does the rest. A password that the browser has filled in has no value yet. An edit after the press drops it.
 */
function keepSubmit() {
  const check = () => {
    const form = document.querySelector<HTMLInputElement>('[type=password]')?.form;
    const button = form?.querySelector<HTMLButtonElement>('[type=submit]');
    if (!button || window.hydrated) return;
    button.disabled = [...form!.querySelectorAll('input')].some(
      (input) => !input.value.trim() && !input.matches(':-webkit-autofill'),
    );
  };
  const unmark = () => {
    const marked = document.querySelector('[data-pressed]');
    marked?.removeAttribute('data-pressed');
    return marked;
  };
  const on = (type: string, then: (event: Event) => void) => addEventListener(type, then, true);
  on('keydown', check);
  on('click', unmark);
  on('input', ({ isTrusted }) => {
    // The page dispatches events of its own when it takes over what was typed.
    if (isTrusted && unmark()) window.pressed = null;
    check();
  });
  on('submit', (event) => {
    event.preventDefault();
    if (!window.hydrated) window.pressed?.setAttribute('data-pressed', '');
  });
  // Filling in sends no event that every browser has.
  const timer = setInterval(() => {
    check();
    if (window.hydrated) clearInterval(timer);
  }, 500);
}

export const keepSubmitScript = `(${String(keepSubmit).replace(/\s+/g, ' ')})()`;
