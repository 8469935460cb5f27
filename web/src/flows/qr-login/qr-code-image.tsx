import { Suspense } from 'react';
import { qr } from '@foyer/contract/limits';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { requiredLazyPart } from '../../platform/lazy/lazy-part.ts';
import { AppGlyph } from '../../ui/icons/app-glyph.tsx';
import { QrPicture } from '../../ui/qr/qr-picture.tsx';
import type { DingtalkMessage } from './dingtalk-message.ts';
import type { QrCode } from './qr-login.machine.ts';

const DingtalkFrame = requiredLazyPart(() => import('./dingtalk-frame.tsx').then((m) => m.DingtalkFrame));

interface Props {
  app: ScanApp;
  qrCode: QrCode;
  label: string;
  onDingtalkMessage(message: DingtalkMessage): void;
  onDingtalkLoad(frame: HTMLIFrameElement): void;
}

/** The QR code: drawn by the page, as an image from the service, or inside DingTalk's page. */
export function QrCodeImage({ app, qrCode: { kind, url }, label, onDingtalkMessage, onDingtalkLoad }: Props) {
  switch (kind) {
    case 'content':
      return <QrPicture content={url} label={label} size={qr.boxPixels} badge={<AppGlyph app={app} size={30} />} />;
    case 'image':
      return <img src={url} alt={label} width={qr.boxPixels} height={qr.boxPixels} />;
    case 'frame':
      return (
        <Suspense>
          <DingtalkFrame key={url} url={url} title={label} onMessage={onDingtalkMessage} onLoad={onDingtalkLoad} />
        </Suspense>
      );
  }
}
