import { type ReactNode, createContext, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react';
import { toast as limits } from '@foyer/contract/limits';
import { useTimeout } from '../platform/machine/use-timeout.ts';
import css from './toast.module.css';

interface Message {
  text: string;
}

const ToastContext = createContext<(text: string) => void>(() => {});

export const useToast = () => useContext(ToastContext);

export function Toasts({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([]);
  const add = useCallback(
    // What stands there already is not said again: it stays for longer.
    (text: string) => setMessages((shown) => [...shown.filter((message) => message.text !== text), { text }]),
    [],
  );
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (messages.length === 0) return;
    const seen = new AbortController();
    const look = () => keepOffField(box.current!);
    for (const move of ['focusin', 'scroll', 'resize']) addEventListener(move, look, seen);
    look();
    return () => seen.abort();
  }, [messages]);
  return (
    <ToastContext value={add}>
      {children}
      <div ref={box} className={css.toasts} role="status">
        {messages.map((message) => (
          <Toast
            key={message.text}
            message={message}
            onGone={() => setMessages((shown) => shown.filter((one) => one !== message))}
          />
        ))}
      </div>
    </ToastContext>
  );
}

/** Under the field that someone is in, should it stand on it. */
function keepOffField(box: HTMLElement) {
  const field = document.activeElement;
  box.style.top = '';
  if (!(field instanceof HTMLInputElement)) return;
  const [toasts, filled] = [box.getBoundingClientRect(), field.getBoundingClientRect()];
  if (filled.top < toasts.bottom && toasts.top < filled.bottom) box.style.top = `${filled.bottom + 12}px`;
}

/** Goes by itself, but not while someone is reading it. */
function Toast({ message, onGone }: { message: Message; onGone(): void }) {
  const [held, setHeld] = useState(false);
  useTimeout(held ? undefined : limits.shownFor, onGone, message);
  return (
    <p
      className={css.toast}
      // A text one can hold still by focusing it, as by pointing at it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={({ currentTarget }) => setHeld(currentTarget.matches(':focus'))}
      onFocus={() => setHeld(true)}
      onBlur={({ currentTarget }) => setHeld(currentTarget.matches(':hover'))}
    >
      {message.text}
    </p>
  );
}
