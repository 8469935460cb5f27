import { useEffect, useEffectEvent, useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { type CookiesNeeded, cookiesNeeded, cookiesWork } from '../../platform/storage/cookies.ts';

/**
 * Tests on load whether cookies work. Without them there is no QR code, because a scan is matched to this browser by its
 * cookie. A call that needs them shows the cookie hint in place, at the hint's own URL, so that nothing typed is lost.
 */
export function useCookies() {
  const t = useTranslate();
  const { loadAllTexts } = usePageContext();
  const [at, setAt] = useState<'on' | 'off' | 'needed'>('on');
  // The explanation is shown once its texts are loaded; they cause no render of their own.
  const [textsLoaded, setTextsLoaded] = useState(false);
  const [waiting] = useState<CookiesNeeded['detail']['answer'][]>([]);
  const showHint = useEffectEvent((event: CookiesNeeded) => {
    event.preventDefault();
    waiting.push(event.detail.answer);
    if (at === 'needed') return;
    history.pushState(null, '', pageRoutes.cookieHint + location.search);
    setAt('needed');
  });
  const hideHint = () => {
    const cookiesOn = cookiesWork();
    setAt(cookiesOn ? 'on' : 'off');
    for (const answer of waiting.splice(0)) answer(cookiesOn ? undefined : t('cookie.desc'));
  };
  const onBack = useEffectEvent(hideHint);
  const probe = useEffectEvent(() => {
    if (cookiesWork()) return;
    setAt('off');
    void loadAllTexts().then(
      () => setTextsLoaded(true),
      () => {},
    );
  });
  useEffect(() => {
    probe();
    const onNeeded = (event: Event) => showHint(event as CookiesNeeded);
    const onPopState = () => onBack();
    addEventListener(cookiesNeeded, onNeeded);
    addEventListener('popstate', onPopState);
    return () => {
      removeEventListener(cookiesNeeded, onNeeded);
      removeEventListener('popstate', onPopState);
    };
  }, []);
  return { at, explained: at !== 'on' && textsLoaded, onWork: () => (at === 'needed' ? history.back() : hideHint()) };
}
