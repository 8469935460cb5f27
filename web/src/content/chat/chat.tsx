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
  /** Where something of this size is in nobody's way; undefined where there is no such place. */
  placed(size: { width: number; height: number }): { left: number; top: number } | undefined;
  onClose(): void;
}

/** Somebody else's chat, in a frame of its own origin: it sees nothing of the page and is told who asks by a port. */
export function Chat({ className, placed, onClose }: Props) {
  const t = useTranslate();
  const visit = usePageContext();
  const { language } = visit;
  const { chat = '', support } = visit.config;
  const id = useId();
  const part = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const [state, send] = useMachine(() => chatMachine);
  const [line, setLine] = useState<{ port: MessagePort; visitor: ChatVisitor }>();
  const [spot, setSpot] = useState<{ left: number; top: number }>();

  useEffect(() => close.current!.focus(), []);
  const settle = useEffectEvent(() => {
    const { offsetWidth: width, offsetHeight: height } = part.current!;
    setSpot(placed({ width, height }));
  });
  useLayoutEffect(() => {
    settle();
    const look = () => settle();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  const hear = useEffectEvent(({ source, data, ports: [port] }: MessageEvent<unknown>) => {
    if (!port || source !== frame.current?.contentWindow || !isReady(data)) return;
    send({ is: 'ready' });
    void chatVisitor(visit).then((visitor) => setLine({ port, visitor }));
  });
  // Told again when the page speaks another language: what is being written there stays.
  useEffect(() => {
    if (!line) return;
    const { port, visitor } = line;
    port.postMessage({ ...visitor, language });
  }, [line, language]);
  useEffect(() => {
    const listen = (event: MessageEvent) => hear(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);

  return (
    <section
      ref={part}
      style={spot}
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
            key={state.nth}
            ref={frame}
            className={css.frame}
            data-open={state.at === 'open' ? '' : undefined}
            title={t('cs.entry')}
            src={chat}
            sandbox={leaveOf(chat)}
            referrerPolicy="no-referrer"
          />
        </>
      )}
    </section>
  );
}

const isReady = (data: unknown) => typeof data === 'object' && data !== null && Reflect.get(data, 'is') === 'chatReady';

/** Another site may be itself in its frame; a page of our own origin must not be. */
const leaveOf = (chat: string) =>
  new URL(chat, location.origin).origin === location.origin
    ? 'allow-scripts allow-forms'
    : 'allow-scripts allow-forms allow-same-origin allow-popups';
