import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { chatMachine } from './chat.machine.ts';
import css from './chat.module.css';
import { type ChatVisitor, chatVisitor } from './chat-visitor.ts';

interface Props {
  className: string | undefined;
  /** Where a box of this size covers nothing important; undefined where there is no such position. */
  positionFor(size: { width: number; height: number }): { left: number; top: number } | undefined;
  onClose(): void;
}

/** The chat of another origin in an iframe. It cannot see the page; a message port tells it who the visitor is. */
export function Chat({ className, positionFor, onClose }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  const { language } = page;
  const { chat = '', support } = page.config;
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const [state, send] = useMachine(() => chatMachine);
  const [connection, setConnection] = useState<{ port: MessagePort; visitor: ChatVisitor }>();
  const [position, setPosition] = useState<{ left: number; top: number }>();

  useEffect(() => close.current!.focus(), []);
  const place = useEffectEvent(() => {
    const { offsetWidth: width, offsetHeight: height } = section.current!;
    setPosition(positionFor({ width, height }));
  });
  useLayoutEffect(() => {
    place();
    const update = () => place();
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, []);
  const onMessage = useEffectEvent(({ source, data, ports: [port] }: MessageEvent<unknown>) => {
    if (source !== frame.current?.contentWindow) return;
    const kind = kindOf(data);
    if (port && (kind === 'chatReady' || kind === 'chatConnect'))
      void chatVisitor(page).then((visitor) => setConnection({ port, visitor }));
    if (kind === 'chatReady' && (port || connection)) send({ is: 'ready' });
    if (kind === 'chatFailed') send({ is: 'failed' });
  });
  // Sent again when the language changes; the frame is not reloaded, so a half-written message stays.
  useEffect(() => {
    if (!connection) return;
    const { port, visitor } = connection;
    port.postMessage({ ...visitor, language });
  }, [connection, language]);
  useEffect(() => {
    const listen = (event: MessageEvent) => onMessage(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);

  return (
    <section
      ref={section}
      style={position}
      className={className}
      role="dialog"
      aria-labelledby={id}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header className={css.head}>
        <h2 id={id}>{t('cs.entry')}</h2>
        <button ref={close} type="button" aria-label={t('common.close')} onClick={onClose}>
          ×
        </button>
      </header>
      {state.at === 'failed' ? (
        <div className={css.words} role="alert">
          <p>
            {t('cs.chat.failed')} <a href={`mailto:${support}`}>{support}</a>
          </p>
          <Button onClick={() => send({ is: 'retry' })}>{t('common.retry')}</Button>
        </div>
      ) : (
        <>
          {state.at === 'opening' && (
            <p className={css.words} role="status">
              {t('common.loading')}
            </p>
          )}
          <iframe
            key={state.attempt}
            ref={frame}
            className={css.frame}
            data-open={state.at === 'open' ? '' : undefined}
            title={t('cs.entry')}
            src={chat}
            sandbox={sandboxOf(chat)}
            referrerPolicy="no-referrer"
          />
        </>
      )}
    </section>
  );
}

/**
 * `chatReady` comes from a chat page, with a port. The page that runs a chat script sends `chatConnect` with the port,
 * because the script needs the visitor to start, and then `chatReady` or `chatFailed`.
 */
const kindOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, 'is') : undefined;

/** `allow-same-origin` only for another origin: a page of our own origin could remove its sandbox. */
const sandboxOf = (chat: string) =>
  new URL(chat, location.origin).origin === location.origin
    ? 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox'
    : 'allow-scripts allow-forms allow-same-origin allow-popups';
