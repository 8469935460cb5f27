import { useEffect, useEffectEvent, useRef } from 'react';
import { dingtalkCallback } from '@foyer/contract/flows/qr-login';
import { usePageContext } from '../../platform/page-context.ts';
import css from './dingtalk-frame.module.css';
import { type Told, readDingtalkMessage } from './dingtalk-message.ts';

interface Props {
  url: string;
  title: string;
  onTold(told: Told): void;
}

/**
 * It keeps its own origin, by which we know that it speaks, and may not take our page elsewhere: the way on is ours to
 * go, once it was looked at. Scripts with an origin are ill advised for pages of one's own origin; this one has another.
 */
const rights = 'allow-scripts allow-same-origin allow-forms allow-popups';

/** DingTalk's own page, made small. It draws the code, and tells when someone has confirmed. */
export function DingtalkFrame({ url, title, onTold }: Props) {
  const { config } = usePageContext();
  const frame = useRef<HTMLIFrameElement>(null);
  const callback = new URL(`${config.apiBase}${dingtalkCallback}`, config.origin).href;

  const hear = useEffectEvent((event: MessageEvent) => {
    if (event.source !== frame.current?.contentWindow) return false;
    const told = readDingtalkMessage(event, url, callback);
    if (told) onTold(told);
    return told !== undefined;
  });

  useEffect(() => {
    // Its page may say the same twice: the first time counts.
    const listen = (event: MessageEvent) => {
      if (hear(event)) removeEventListener('message', listen);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [url]);

  return (
    <iframe ref={frame} className={css.frame} src={url} title={title} sandbox={rights} referrerPolicy="no-referrer" />
  );
}
