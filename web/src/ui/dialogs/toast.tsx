import { type ReactNode, createContext, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react';
import { toast as limits } from '@foyer/contract/first-limits';
import { useTimeout } from '../../platform/machine/use-timeout.ts';
import css from './toast.module.css';

interface Message {
  text: string;
  /** Called when the toast is gone. */
  onGone?: (() => void) | undefined;
}

const ToastContext = createContext<(text: string, onGone?: () => void) => void>(() => {});

export const useToast = () => useContext(ToastContext);

export function Toasts({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([]);
  const add = useCallback(
    // A text that is already shown is not repeated: its time starts over.
    (text: string, onGone?: () => void) =>
      setMessages((shown) => [...shown.filter((message) => message.text !== text), { text, onGone }]),
    [],
  );
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (messages.length === 0) return;
    const types = ['focusin', 'scroll', 'resize'];
    const update = () => moveOffField(box.current!);
    for (const type of types) addEventListener(type, update);
    update();
    return () => types.forEach((type) => removeEventListener(type, update));
  }, [messages]);
  return (
    <ToastContext value={add}>
      {children}
      <div ref={box} className={css.toasts} role="status">
        {messages.map((message) => (
          <Toast
            key={message.text}
            message={message}
            onGone={() => {
              setMessages((shown) => shown.filter((one) => one !== message));
              message.onGone?.();
            }}
          />
        ))}
      </div>
    </ToastContext>
  );
}

/** Moves the toasts below the focused field if they would cover it. */
function moveOffField(box: HTMLElement) {
  const field = document.activeElement;
  box.style.top = '';
  if (!(field instanceof HTMLInputElement)) return;
  const [toasts, focused] = [box.getBoundingClientRect(), field.getBoundingClientRect()];
  if (focused.top < toasts.bottom && toasts.top < focused.bottom) box.style.top = `${focused.bottom + 12}px`;
}

/** Disappears after a time, but not while it is hovered or focused. */
function Toast({ message, onGone }: { message: Message; onGone(): void }) {
  const [isPaused, setPaused] = useState(false);
  useTimeout(isPaused ? undefined : limits.shownFor, onGone, message);
  return (
    <p
      className={css.toast}
      // Focusable, so that the keyboard can pause it as the pointer does.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={({ currentTarget }) => setPaused(currentTarget.matches(':focus'))}
      onFocus={() => setPaused(true)}
      onBlur={({ currentTarget }) => setPaused(currentTarget.matches(':hover'))}
    >
      {message.text}
    </p>
  );
}
