import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { laterIcons } from '../../ui/icons/later-icons.ts';
import { chatMachine } from './chat.machine.ts';
import css from './chat.module.css';
import { type ChatVisitor, chatVisitor } from './chat-visitor.ts';

/** The chat of another origin in an iframe. It cannot see the page; a message port tells it who the visitor is. */
export function Chat({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const page = usePageContext();
  const { language } = page;
  const { chat = '', support } = page.config;
  const frame = useRef<HTMLIFrameElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [state, send] = useMachine(() => chatMachine);
  const [connection, setConnection] = useState<{ port: MessagePort; visitor: ChatVisitor }>();

  useEffect(() => title.current!.focus(), []);
  const onMessage = useEffectEvent(({ source, data, ports: [port] }: MessageEvent<unknown>) => {
    if (source !== frame.current?.contentWindow) return;
    const kind = kindOf(data);
    if (port && (kind === 'chatReady' || kind === 'chatConnect'))
      void chatVisitor(page).then((visitor) => setConnection({ port, visitor }));
    if (kind === 'chatReady' && (port || connection)) send({ is: 'ready' });
    if (kind === 'chatFailed') send({ is: 'failed' });
  });
  // Sent again when the language or the theme changes; the frame is not reloaded, so a half-written message stays.
  useEffect(() => {
    if (!connection) return;
    const { port, visitor } = connection;
    const root = document.documentElement;
    const tell = () => port.postMessage({ ...visitor, language, theme: root.dataset['theme'] });
    tell();
    const themes = new MutationObserver(tell);
    themes.observe(root, { attributeFilter: ['data-theme'] });
    return () => themes.disconnect();
  }, [connection, language]);
  useEffect(() => {
    const listen = (event: MessageEvent) => onMessage(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);

  return (
    <>
      <header className={css.head}>
        <h2 ref={title} tabIndex={-1}>
          {t('cs.chat')}
        </h2>
        <button type="button" className="tool" aria-label={t('common.close')} onClick={onClose}>
          <Icon d={laterIcons.close} />
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
            title={t('cs.chat')}
            src={chat}
            sandbox={sandboxOf(chat)}
            referrerPolicy="no-referrer"
          />
        </>
      )}
    </>
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
