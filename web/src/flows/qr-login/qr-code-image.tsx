import { Suspense } from 'react';
import { type ScanApp, isFramed } from '@foyer/contract/apps/scan-apps';
import { qr } from '@foyer/contract/limits';

import { requiredLazyPart } from '../../platform/lazy/lazy-part.ts';
import { AppGlyph } from '../../ui/icons/app-glyph.tsx';
import { QrPicture } from '../../ui/qr/qr-picture.tsx';
import type { FrameMessage } from './apps/frame-message.ts';
import { Skeleton } from './qr-cover.tsx';
import type { QrCode } from './qr-login.machine.ts';

const AppFrame = requiredLazyPart(() => import('./app-frame.tsx').then((m) => m.AppFrame));

interface Props {
  app: ScanApp;
  qrCode: QrCode;
  label: string;
  onFrameMessage(message: FrameMessage): void;
  onFrameLoad(frame: HTMLIFrameElement): void;
}

/** The QR code: drawn by the page, as an image from the service, or inside the app's own page. */
export function QrCodeImage({ app, qrCode: { kind, url }, label, onFrameMessage, onFrameLoad }: Props) {
  switch (kind) {
    case 'content':
      return <QrPicture content={url} label={label} size={qr.boxPixels} badge={<AppGlyph app={app} size={30} />} />;
    case 'image':
      return <img src={url} alt={label} width={qr.boxPixels} height={qr.boxPixels} />;
    case 'frame':
      if (!isFramed(app)) return null;
      return (
        <Suspense fallback={<Skeleton />}>
          <AppFrame key={url} app={app} url={url} title={label} onMessage={onFrameMessage} onLoad={onFrameLoad} />
        </Suspense>
      );
  }
}
