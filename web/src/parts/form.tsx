import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref } from 'react';

interface Props {
  ref: Ref<HTMLFormElement>;
  /** Whether the button can be pressed. */
  ready: boolean;
  onEdit(field: string): void;
  onSubmit(): void;
  children: ReactNode;
}

/** A form that is never sent by the browser itself: a password must not end up in an address. */
export function Form({ ref, ready, onEdit, onSubmit, children }: Props) {
  // A disabled button swallows Enter; the person should hear what is missing instead.
  function onKeyDown({ key, target, keyCode, nativeEvent }: KeyboardEvent) {
    // An input method takes Enter for itself; Safari tells so by the number alone.
    if (nativeEvent.isComposing || keyCode === 229) return;
    if (key === 'Enter' && !ready && target instanceof HTMLInputElement) onSubmit();
  }
  return (
    <form
      ref={ref}
      method="post"
      noValidate
      onInput={({ target }: FormEvent) => target instanceof HTMLInputElement && onEdit(target.name)}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
