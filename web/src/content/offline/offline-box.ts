import css from '../../ui/dialogs/toast.module.css';

/** One box for all calls that wait. It looks like a toast, and stays. */
const box = { element: undefined as HTMLElement | undefined, calls: 0 };

/** Shows the text until the returned function is called. */
export function showOffline(text: string): () => void {
  box.calls += 1;
  if (!box.element?.isConnected) box.element = addBox(text);
  return () => {
    box.calls -= 1;
    if (box.calls === 0) box.element?.remove();
  };
}

function addBox(text: string) {
  const element = document.createElement('div');
  element.className = css.toasts!;
  element.setAttribute('role', 'status');
  // What is behind a modal dialog is not read out.
  (document.querySelector('dialog[open]') ?? document.body).append(element);
  const paragraph = document.createElement('p');
  paragraph.className = css.toast!;
  paragraph.textContent = text;
  // Screen readers announce what changes in an element with this role, so the element comes first and then the text.
  requestAnimationFrame(() => element.append(paragraph));
  return element;
}
