import { useEffect, useId, useRef, useState } from 'react';
import type { Chat } from '../chat/chat.tsx';
// Comes with the desk, so that a chat that comes stands where it should from its first moment.
import chatCss from '../chat/chat.module.css';
import { track } from '../../platform/analytics/track.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useToast } from '../../ui/toast.tsx';
import { Articles } from './articles.tsx';
import { chatSpot } from './chat-position.ts';
import css from './help-desk.module.css';
import { helpDeskMachine } from './help-desk.machine.ts';
import { usePlace } from './use-position.ts';

/** Floats over the page: articles for a question, and somebody to ask. Can be put wherever it is in nobody's way. */
export function HelpDesk() {
  const t = useTranslate();
  const toast = useToast();
  const { config } = usePageContext();
  const id = useId();
  const desk = useRef<HTMLElement>(null);
  const entry = useRef<HTMLButtonElement>(null);
  const [state, send] = useMachine(() => helpDeskMachine);
  const [moved, setMoved] = useState('');
  const [Chatting, setChatting] = useState<typeof Chat>();
  const place = usePlace(desk, {
    onDrag: () => send({ is: 'drag' }),
    onDrop: () => send({ is: 'drop' }),
    onStep: ({ right, bottom }) => setMoved(t('cs.moved', { x: Math.round(right), y: Math.round(bottom) })),
  });
  const open = state.at === 'peeked' || state.at === 'leaving' || state.at === 'pressed';

  useEffect(() => {
    if (open) track({ name: 'help_open', from: 'widget' });
  }, [open]);
  useEffect(() => {
    const look = ({ target }: PointerEvent) => {
      if (target instanceof Node && !desk.current?.contains(target)) send({ is: 'away' });
    };
    document.addEventListener('pointerdown', look);
    return () => document.removeEventListener('pointerdown', look);
  }, [send]);

  async function chat(from: 'widget' | 'consult') {
    send({ is: 'away' });
    try {
      const part = await import('../chat/chat.tsx');
      track({ name: 'chat_open', from });
      setChatting(() => part.Chat);
    } catch {
      toast(t('common.network'));
    }
  }

  return (
    <>
      <aside
        ref={desk}
        className={place.stands === 'inPage' ? css.inPage : css.desk}
        data-stands={place.stands ? '' : undefined}
        style={place.style}
        data-side={place.spot && place.spot.left < innerWidth / 2 ? 'left' : 'right'}
        data-end={place.spot && place.spot.top < innerHeight / 2 ? 'top' : 'bottom'}
        aria-label={t('cs.entry')}
        onPointerEnter={() => send({ is: 'come' })}
        onPointerLeave={() => send({ is: 'leave' })}
        onBlur={({ relatedTarget }) => !desk.current!.contains(relatedTarget) && send({ is: 'away' })}
        onKeyDown={({ key }) => key === 'Escape' && send({ is: 'away' })}
      >
        <div className={css.dock} onPointerDown={place.onPointerDown}>
          <button type="button" className={css.grip} aria-label={t('cs.move')} onKeyDown={place.onKeyDown}>
            <span aria-hidden="true">⠿</span>
          </button>
          <button
            ref={entry}
            type="button"
            className={css.entry}
            aria-expanded={open}
            aria-controls={`${id}list`}
            // By key: a pointer has come already, or ends a drag here.
            onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && send({ is: 'come' })}
            onClick={(event) => !place.wasDragged(event) && send({ is: 'press' })}
          >
            {t('cs.entry')}
          </button>
          {config.chat && (
            <button
              type="button"
              className={css.consult}
              onClick={(event) => place.wasDragged(event) || void chat('consult')}
            >
              {t('cs.consult')}
            </button>
          )}
        </div>
        {open && <Articles id={`${id}list`} onChat={config.chat ? () => void chat('widget') : undefined} />}
        <p className="unseen" role="status">
          {moved}
        </p>
      </aside>
      {Chatting && (
        <Chatting
          className={chatCss.chat}
          placed={chatSpot}
          onClose={() => {
            setChatting(undefined);
            entry.current!.focus();
            send({ is: 'away' });
          }}
        />
      )}
    </>
  );
}
