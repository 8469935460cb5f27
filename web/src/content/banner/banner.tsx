import { useEffect, useEffectEvent } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { type PauseReason, type Picture, bannerMachine } from './banner.machine.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import css from './banner.module.css';
import { BuiltInPicture } from './built-in-picture.tsx';
import { loadPictures } from './banner.service.ts';
import { ThemedImage } from '../../ui/icons/themed-image.tsx';

/** The pictures of the service; a built-in one where there are none. */
export function Banner() {
  const { language } = usePageContext();
  return <SlideShow key={language} />;
}

function SlideShow() {
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

  const hero = page.config.look?.hero;
  if (state.at === 'builtIn')
    return hero ? <ThemedImage picture={hero} alt="" className={css.hero} /> : <BuiltInPicture />;
  if (state.at === 'loading') return null;

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
        <div className={css.controls}>
          {pictures.map((_, i) => (
            <button
              key={i}
              type="button"
              className={css.dot}
              aria-label={t('banner.picture', { n: i + 1, of: pictures.length })}
              aria-current={i === index ? true : undefined}
              onClick={() => send({ is: 'show', index: i })}
            />
          ))}
          <button
            type="button"
            className="tool"
            aria-label={t(isStopped ? 'banner.play' : 'banner.pause')}
            onClick={() => pause('button', !isStopped)}
          >
            <Icon d={isStopped ? 'M8 5v14l11-7z' : 'M9 5v14M15 5v14'} size={16} />
          </button>
        </div>
      )}
    </div>
  );
}

function Slide({ picture: { url, alt, link } }: { picture: Picture }) {
  const t = useTranslate();
  const image = <img src={url} alt={link ? alt || t('login.banner.alt') : alt} />;
  return link ? (
    <a href={link} target="_blank" rel="noopener">
      {image}
      <span className="visually-hidden">{t('login.newTab')}</span>
    </a>
  ) : (
    image
  );
}
