import { type CSSProperties, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Chat } from '../chat/chat.tsx';
// Loaded with the desk: a style sheet that failed to load with the chat would not be requested again.
import chatCss from '../chat/chat.module.css';
import { track } from '../../platform/analytics/track.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { openDialog } from '../../ui/dialogs/open-dialog.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { Articles, useArticles } from './articles.tsx';
import { headset } from './headset.ts';
import css from './help-desk.module.css';
import { helpDeskMachine } from './help-desk.machine.ts';
import { usePosition } from './use-position.ts';

/**
 * A tab on the right edge of the window, which the person can move along it. It opens a panel with help articles, and
 * the chat in the same place. The page makes room for the panel; where it cannot, the panel is a modal sheet.
 */
export function HelpDesk() {
  const t = useTranslate();
  const toast = useToast();
  const { config } = usePageContext();
  const id = useId();
  const desk = useRef<HTMLElement>(null);
  const tab = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const [state, send] = useMachine(() => helpDeskMachine);
  const [moved, setMoved] = useState('');
  const [LoadedChat, setLoadedChat] = useState<typeof Chat>();
  const isSheet = useMedia(noRoom);
  const { offset, wasDragged, ...position } = usePosition({
    onDrag: () => send({ is: 'drag' }),
    onDrop: () => send({ is: 'drop' }),
    onStep: (pixels) => setMoved(t('cs.moved', { y: pixels })),
  });
  const articles = useArticles(state.at !== 'closed' && state.at !== 'dragged');
  // For the pointer alone it opens once it has its final size.
  const isHovered = (state.at === 'hovered' || state.at === 'leaving') && articles !== undefined;
  const shows =
    LoadedChat && state.at !== 'dragged' ? 'chat' : isHovered || state.at === 'pinned' ? 'articles' : undefined;
  const isOpen = shows !== undefined;

  useLayoutEffect(() => {
    const element = panel.current!;
    if (!isOpen) return;
    return openDialog(element, { modal: isSheet });
  }, [isOpen, isSheet]);
  // What opens for the pointer alone lies over the page.
  const takesRoom = shows === 'chat' || state.at === 'pinned';
  useLayoutEffect(() => {
    if (!shows || !takesRoom) return;
    // The layouts make room for it.
    document.documentElement.dataset['helpDesk'] = shows;
    return () => {
      delete document.documentElement.dataset['helpDesk'];
    };
  }, [shows, takesRoom]);
  useEffect(() => {
    if (shows === 'articles') track({ name: 'help_open', from: 'widget' });
  }, [shows]);
  async function openChat() {
    try {
      const module = await import('../chat/chat.tsx');
      track({ name: 'chat_open', from: 'widget' });
      setLoadedChat(() => module.Chat);
      send({ is: 'dismiss' });
    } catch {
      toast(t('common.network'));
    }
  }
  function close() {
    if (panel.current!.contains(document.activeElement)) tab.current!.focus();
    setLoadedChat(undefined);
    send({ is: 'dismiss' });
  }
  const onScrimClick = useEffectEvent(close);
  useEffect(() => {
    const onPress = ({ target }: Event) =>
      target instanceof Node && !desk.current!.contains(target) && send({ is: 'dismiss' });
    // A panel opened by hovering does not have the focus.
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && send({ is: 'dismiss' });
    // Everything inside the sheet is in an element of its own: only the scrim belongs to the dialog itself.
    const onClick = ({ target }: Event) => target === panel.current && onScrimClick();
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('click', onClick);
    };
  }, [send]);

  return (
    <aside
      ref={desk}
      className={css.desk}
      style={{ '--offset': `${offset}px` } as CSSProperties}
      aria-label={t('cs.entry')}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && !isSheet && send({ is: 'enter' })}
      onPointerLeave={() => send({ is: 'leave' })}
      onBlur={({ relatedTarget }) => !desk.current!.contains(relatedTarget) && send({ is: 'dismiss' })}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <button
        ref={tab}
        type="button"
        className={css.tab}
        aria-label={t('cs.entry')}
        aria-describedby={`${id}move`}
        aria-expanded={isOpen}
        aria-controls={id}
        {...position}
        onClick={(event) => !wasDragged(event) && (LoadedChat ? close() : send({ is: 'click' }))}
      >
        <Icon d={headset} />
      </button>
      <dialog
        ref={panel}
        id={id}
        className={css.panel}
        data-shows={shows}
        data-below={offset > innerHeight / 2 ? '' : undefined}
        aria-label={t(LoadedChat ? 'cs.chat' : 'cs.articles')}
        onCancel={(event) => event.preventDefault()}
      >
        {/* It takes the focus of a press on its text, which would otherwise leave the desk and close it. */}
        <div className={LoadedChat ? chatCss.chat : css.list} tabIndex={-1}>
          {LoadedChat ? (
            <LoadedChat onClose={close} />
          ) : (
            isOpen && <Articles articles={articles} onChat={config.chat ? () => void openChat() : undefined} />
          )}
        </div>
      </dialog>
      <p id={`${id}move`} hidden>
        {t('cs.move')}
      </p>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
    </aside>
  );
}

/** Below this width there is no room beside the form. The style sheet has the same number. */
const noRoom = '(max-width: 1071px)';
