import { useEffect, useEffectEvent } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { type PauseReason, type Picture, bannerMachine } from './banner.machine.ts';
import css from './banner.module.css';
import { loadPictures } from './banner.service.ts';

/** The pictures of the service, laid over the built-in one. */
export function Banner({ onShow }: { onShow(shown: boolean): void }) {
  const { language } = usePageContext();
  return <SlideShow key={language} onShow={onShow} />;
}

function SlideShow({ onShow }: { onShow(shown: boolean): void }) {
  const t = useTranslate();
  const page = usePageContext();
  const [state, send] = useMachine(() => bannerMachine(() => loadPictures(page)));
  const pause = (reason: PauseReason, on: boolean) => send({ is: 'pause', reason, on });

  const watch = useEffectEvent(() => {
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    const update = () => {
      pause('hiddenTab', document.visibilityState === 'hidden');
      pause('reducedMotion', motion.matches);
    };
    update();
    document.addEventListener('visibilitychange', update);
    motion.addEventListener('change', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      motion.removeEventListener('change', update);
    };
  });
  useEffect(() => watch(), []);

  const isShowing = state.at === 'showing';
  const notify = useEffectEvent(onShow);
  useEffect(() => {
    notify(isShowing);
    return () => notify(false);
  }, [isShowing]);
  if (!isShowing) return null;

  const { pictures, index, pauses } = state;
  const isStopped = pauses.includes('button');
  return (
    <div
      className={css.banner}
      onPointerEnter={() => pause('pointer', true)}
      onPointerLeave={() => pause('pointer', false)}
      onFocus={() => pause('focus', true)}
      onBlur={() => pause('focus', false)}
    >
      {pictures.map((picture, i) => (
        <div key={i} className={css.picture} data-shown={i === index ? '' : undefined} inert={i !== index}>
          <Slide picture={picture} />
        </div>
      ))}
      {pictures.length > 1 && (
        <button
          type="button"
          className={css.pause}
          aria-label={t(isStopped ? 'banner.play' : 'banner.pause')}
          title={t(isStopped ? 'banner.play' : 'banner.pause')}
          onClick={() => pause('button', !isStopped)}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d={isStopped ? 'M5 3l8 5-8 5z' : 'M4 3h3v10H4zM9 3h3v10H9z'} fill="currentColor" />
          </svg>
        </button>
      )}
    </div>
  );
}

function Slide({ picture: { url, alt, link } }: { picture: Picture }) {
  const t = useTranslate();
  const image = <img src={url} width="520" height="340" alt={link ? alt || t('login.banner.alt') : alt} />;
  return link ? (
    <a href={link} target="_blank" rel="noopener">
      {image}
      <span className="visually-hidden">{t('login.newTab')}</span>
    </a>
  ) : (
    image
  );
}
