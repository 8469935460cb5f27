import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FramedApp } from '@foyer/contract/apps/scan-apps';
import { wireOf } from '@foyer/contract/apps/wire-of-apps';
import { usePageContext } from '../../platform/page-context.ts';
import css from './app-frame.module.css';
import type { FrameMessage } from './apps/frame-message.ts';
import { framedPages } from './apps/framed-pages.ts';
import { Skeleton } from './qr-cover.tsx';

interface Props {
  app: FramedApp;
  url: string;
  title: string;
  onMessage(message: FrameMessage): void;
  onLoad(frame: HTMLIFrameElement): void;
}

/**
 * The iframe's `sandbox` attribute. The frame keeps its origin, so that its messages can be checked. It may not navigate our
 * page: we redirect ourselves after checking the URL. `allow-scripts` with `allow-same-origin` is unsafe only for a page of
 * our own origin, and only the sandbox's stand-in for an app is one. A page that the frame opens in a new browser tab is
 * free of the attribute's limits, because with them it could not show a page with a Cross-Origin-Opener-Policy.
 */
const iframeSandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** The app's own page, cropped to its QR code. It draws the QR code and sends a message when the scan is confirmed. */
export function AppFrame({ app, url, title, onMessage, onLoad }: Props) {
  const { config } = usePageContext();
  const page = framedPages[app];
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const callback = new URL(`${config.apiBase}${wireOf[app].callbackPath}`, config.origin).href;

  const read = useEffectEvent((event: MessageEvent) => {
    if (event.source !== frame.current?.contentWindow) return false;
    const message = page.read(event, url, callback);
    if (message) onMessage(message);
    return message !== undefined;
  });

  useEffect(() => {
    // The page may send the same message twice: only the first one counts.
    const listen = (event: MessageEvent) => {
      if (read(event)) removeEventListener('message', listen);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [url]);

  return (
    <div className={css.crop}>
      {!isLoaded && (
        <div className={css.loading}>
          <Skeleton />
        </div>
      )}
      <iframe
        ref={frame}
        className={`${css.frame} ${css[page.width]}`}
        src={url}
        title={title}
        data-loaded={isLoaded ? '' : undefined}
        sandbox={iframeSandbox}
        referrerPolicy="no-referrer"
        onLoad={({ currentTarget }) => {
          setLoaded(true);
          onLoad(currentTarget);
        }}
      />
    </div>
  );
}
