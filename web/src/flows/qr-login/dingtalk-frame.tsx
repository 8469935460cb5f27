import { useEffect, useEffectEvent, useRef } from 'react';
import { dingtalkCallback } from '@foyer/contract/flows/qr-login';
import { usePageContext } from '../../platform/page-context.ts';
import css from './dingtalk-frame.module.css';
import { type DingtalkMessage, readDingtalkMessage } from './dingtalk-message.ts';

interface Props {
  url: string;
  title: string;
  onMessage(message: DingtalkMessage): void;
  onLoad(frame: HTMLIFrameElement): void;
}

/**
 * The iframe's `sandbox` attribute. The frame keeps its origin, so that its messages can be checked. It may not navigate our
 * page: we redirect ourselves after checking the URL. `allow-scripts` with `allow-same-origin` is unsafe only for a page of
 * our own origin, and only the sandbox's stand-in for DingTalk is one. A page that the frame opens in a new browser tab is
 * free of the attribute's limits, because with them it could not show a page with a Cross-Origin-Opener-Policy.
 */
const iframeSandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** DingTalk's own page, cropped to its QR code. It draws the QR code and sends a message when the scan is confirmed. */
export function DingtalkFrame({ url, title, onMessage, onLoad }: Props) {
  const { config } = usePageContext();
  const frame = useRef<HTMLIFrameElement>(null);
  const callback = new URL(`${config.apiBase}${dingtalkCallback}`, config.origin).href;

  const read = useEffectEvent((event: MessageEvent) => {
    if (event.source !== frame.current?.contentWindow) return false;
    const message = readDingtalkMessage(event, url, callback);
    if (message) onMessage(message);
    return message !== undefined;
  });

  useEffect(() => {
    // DingTalk's page may send the same message twice: only the first one counts.
    const listen = (event: MessageEvent) => {
      if (read(event)) removeEventListener('message', listen);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [url]);

  return (
    <div className={css.crop}>
      <iframe
        ref={frame}
        className={css.frame}
        src={url}
        title={title}
        sandbox={iframeSandbox}
        referrerPolicy="no-referrer"
        onLoad={({ currentTarget }) => onLoad(currentTarget)}
      />
    </div>
  );
}
