import { useTranslate } from '../../platform/i18n/texts.ts';
import css from './qr-login.module.css';
import type { QrState } from './qr-login.machine.ts';

/** In the sandbox the framed page is one of our own origin, whose link to the phone names the content of its QR code. */
export function contentInFrame(frame: HTMLIFrameElement) {
  const link = frame.contentDocument?.querySelector('a');
  return link ? (new URL(link.href).searchParams.get('code') ?? undefined) : undefined;
}

interface PhoneProps {
  url: string;
  state: QrState;
  /** The content of the QR code in the frame of this URL, once the frame has loaded. */
  framed: { url: string; content: string | undefined } | undefined;
}

/** With the sandbox, a link to its phone, which scans the QR code. */
export function SandboxPhoneLink({ url, state, framed }: PhoneProps) {
  const t = useTranslate();
  const qrCode = 'qrCode' in state ? state.qrCode : undefined;
  const inFrame = framed?.url === qrCode?.url ? framed?.content : undefined;
  const content = qrCode?.kind === 'frame' ? inFrame : qrCode?.url;
  return (
    <p className={css.phone}>
      {content && (
        <a href={`${url}?${new URLSearchParams({ code: content })}`} target="_blank" rel="noopener">
          {t('qr.sandboxPhone')}
          <span className="visually-hidden">{t('login.newTab')}</span>
        </a>
      )}
    </p>
  );
}
