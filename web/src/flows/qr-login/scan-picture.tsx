import { Suspense } from 'react';
import { qr } from '@foyer/contract/limits';
import { requiredLazyPart } from '../../platform/lazy/lazy-part.ts';
import { QrPicture } from '../../ui/qr-picture.tsx';
import type { Told } from './dingtalk-message.ts';
import type { QrCode } from './qr-login.machine.ts';

const DingtalkFrame = requiredLazyPart(() => import('./dingtalk-frame.tsx').then((m) => m.DingtalkFrame));

interface Props {
  code: QrCode;
  label: string;
  onTold(told: Told): void;
}

/** What is scanned, drawn here or by the app's own page. */
export function ScanPicture({ code: { kind, url }, label, onTold }: Props) {
  switch (kind) {
    case 'content':
      return <QrPicture content={url} label={label} size={qr.boxPixels} />;
    case 'image':
      return <img src={url} alt={label} width={qr.boxPixels} height={qr.boxPixels} />;
    case 'frame':
      return (
        <Suspense>
          <DingtalkFrame key={url} url={url} title={label} onTold={onTold} />
        </Suspense>
      );
  }
}
