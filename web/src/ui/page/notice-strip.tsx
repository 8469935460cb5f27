import type { SignInNotice } from '@foyer/contract/pages/sign-in-notice';
import { Rich } from '../../platform/i18n/rich.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Icon, icons } from '../icons/icon.tsx';
import { Strip } from './strip.tsx';

interface Props {
  notice: SignInNotice;
  place: 'card' | 'block';
}

/** What the sign-in page says about the session of this browser. */
export function NoticeStrip({ notice, place }: Props) {
  const t = useTranslate();
  return (
    <Strip tone="accent" place={place} icon={<Icon d={notice.is === 'sessionEnded' ? icons.alert : icons.tick} />}>
      {notice.is === 'signedIn' ? (
        <Rich
          text={t('view.signedIn')}
          slots={{ name: <bdi>{notice.name}</bdi>, continue: <a href={notice.url}>{t('view.continue')}</a> }}
        />
      ) : (
        t(`view.${notice.is}`)
      )}
    </Strip>
  );
}
