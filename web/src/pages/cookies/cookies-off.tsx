import { useEffect, useRef } from 'react';
import { CookieHelp } from '../../parts/cookie-help.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Cookie } from '../../ui/icons/pictures.tsx';
import css from './cookies-off.module.css';

interface Props {
  /** The person wanted to go on: the explanation replaces the form and gets the focus. */
  inPlace: boolean;
  onCookiesWork(): void;
}

/** Says on the sign-in page that cookies are off, and how to turn them on. */
export function CookiesOff({ inPlace, onCookiesWork }: Props) {
  const t = useTranslate();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (inPlace) title.current!.focus();
  }, [inPlace]);
  return (
    <section className={inPlace ? css.inPlace : css.notice} role="alert" aria-labelledby="cookies-off">
      {inPlace && <Cookie />}
      <h2 ref={title} id="cookies-off" className={css.title} tabIndex={-1}>
        {t('page.cookieHint')}
      </h2>
      <p className={css.lead}>{t('cookie.desc')}</p>
      <CookieHelp kind={inPlace ? 'main' : 'text'} onCookiesWork={onCookiesWork} />
    </section>
  );
}

/** In place of the QR code: a scan is matched to this browser by its cookie. */
export function NoScan() {
  const t = useTranslate();
  return (
    <div className={css.noScan}>
      <Cookie />
      <p>{t('qr.cookiesOff')}</p>
    </div>
  );
}
