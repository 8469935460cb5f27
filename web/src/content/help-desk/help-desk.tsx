import { useEffect, useId, useRef, useState } from 'react';
import type { Chat } from '../chat/chat.tsx';
// Loaded with the desk, so that the chat is styled when it is measured and positioned.
import chatCss from '../chat/chat.module.css';
import { track } from '../../platform/analytics/track.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useToast } from '../../ui/toast.tsx';
import { Articles } from './articles.tsx';
import css from './help-desk.module.css';
import { helpDeskMachine } from './help-desk.machine.ts';
import { chatPosition } from './page-area.ts';
import { usePosition } from './use-position.ts';

/** Floats over the page: help articles and the chat. The person can move it. */
export function HelpDesk() {
  const t = useTranslate();
  const toast = useToast();
  const { config } = usePageContext();
  const id = useId();
  const desk = useRef<HTMLElement>(null);
  const entry = useRef<HTMLButtonElement>(null);
  const [state, send] = useMachine(() => helpDeskMachine);
  const [moved, setMoved] = useState('');
  const [LoadedChat, setLoadedChat] = useState<typeof Chat>();
  const position = usePosition(desk, {
    onDrag: () => send({ is: 'drag' }),
    onDrop: () => send({ is: 'drop' }),
    onStep: ({ right, bottom }) => setMoved(t('cs.moved', { x: Math.round(right), y: Math.round(bottom) })),
  });
  const open = state.at === 'hovered' || state.at === 'leaving' || state.at === 'pinned';

  useEffect(() => {
    if (open) track({ name: 'help_open', from: 'widget' });
  }, [open]);
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !desk.current?.contains(target)) send({ is: 'dismiss' });
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [send]);

  async function openChat(from: 'widget' | 'consult') {
    send({ is: 'dismiss' });
    try {
      const module = await import('../chat/chat.tsx');
      track({ name: 'chat_open', from });
      setLoadedChat(() => module.Chat);
    } catch {
      toast(t('common.network'));
    }
  }

  return (
    <>
      <aside
        ref={desk}
        className={position.position === 'inPage' ? css.inPage : css.desk}
        data-placed={position.position ? '' : undefined}
        style={position.style}
        data-side={position.box && position.box.left < innerWidth / 2 ? 'left' : 'right'}
        data-end={position.box && position.box.top < innerHeight / 2 ? 'top' : 'bottom'}
        aria-label={t('cs.entry')}
        onPointerEnter={() => send({ is: 'enter' })}
        onPointerLeave={() => send({ is: 'leave' })}
        onBlur={({ relatedTarget }) => !desk.current!.contains(relatedTarget) && send({ is: 'dismiss' })}
        onKeyDown={({ key }) => key === 'Escape' && send({ is: 'dismiss' })}
      >
        <div className={css.dock} onPointerDown={position.onPointerDown}>
          <button type="button" className={css.grip} aria-label={t('cs.move')} onKeyDown={position.onKeyDown}>
            <span aria-hidden="true">⠿</span>
          </button>
          <button
            ref={entry}
            type="button"
            className={css.entry}
            aria-expanded={open}
            aria-controls={`${id}list`}
            // Focus by keyboard only: a pointer has already sent `enter`, or ends a drag.
            onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && send({ is: 'enter' })}
            onClick={(event) => !position.wasDragged(event) && send({ is: 'click' })}
          >
            {t('cs.entry')}
          </button>
          {config.chat && (
            <button
              type="button"
              className={css.consult}
              onClick={(event) => position.wasDragged(event) || void openChat('consult')}
            >
              {t('cs.consult')}
            </button>
          )}
        </div>
        {open && <Articles id={`${id}list`} onChat={config.chat ? () => void openChat('widget') : undefined} />}
        <p className="visually-hidden" role="status">
          {moved}
        </p>
      </aside>
      {LoadedChat && (
        <LoadedChat
          className={chatCss.chat}
          positionFor={chatPosition}
          onClose={() => {
            setLoadedChat(undefined);
            entry.current!.focus();
            send({ is: 'dismiss' });
          }}
        />
      )}
    </>
  );
}
