import { useEffect, useRef, useState } from 'react';
import { track } from '../../platform/analytics/track.ts';
import { loadWithRetry, reportLoadFailed } from '../../platform/lazy/lazy-part.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import type { Chat } from '../chat/chat.tsx';
// Loaded with the page: a style sheet that failed to load with the chat would not be requested again.
import chatCss from '../chat/chat.module.css';
import css from './help-foot.module.css';

/** Below the articles: whom to ask. The chat opens here. */
export function HelpFoot() {
  const t = useTranslate();
  const { config } = usePageContext();
  const [OpenChat, setOpenChat] = useState<typeof Chat>();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const openChat = () =>
    void loadWithRetry(async () => {
      const module = await import('../chat/chat.tsx');
      track({ name: 'chat_open', from: 'helpPage' });
      setOpenChat(() => module.Chat);
    }, reportLoadFailed);
  function close() {
    wasOpen.current = true;
    setOpenChat(undefined);
  }
  useEffect(() => {
    if (!OpenChat && wasOpen.current) button.current?.focus();
  }, [OpenChat]);
  return (
    <div className={css.foot}>
      <p>
        {t('help.stillStuck')} <a href={`mailto:${config.support}`}>{config.support}</a>
      </p>
      {OpenChat ? (
        <section className={`${chatCss.chat} ${css.chat}`} aria-label={t('cs.chat')}>
          <OpenChat onClose={close} />
        </section>
      ) : (
        config.chat && (
          <Button ref={button} onClick={openChat}>
            {t('cs.consult')}
          </Button>
        )
      )}
    </div>
  );
}
