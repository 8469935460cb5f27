import { useEffect, useEffectEvent } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { type Picture, type Rest, bannerTurns } from './banner.machine.ts';
import css from './banner.module.css';
import { loadPictures } from './banner.service.ts';

/** The pictures that the service has, over the one that is built in, in the same room. */
export function Banner({ onShow }: { onShow(shown: boolean): void }) {
  const { language } = usePageContext();
  return <Turning key={language} onShow={onShow} />;
}

function Turning({ onShow }: { onShow(shown: boolean): void }) {
  const t = useTranslate();
  const visit = usePageContext();
  const [state, send] = useMachine(() => bannerTurns(() => loadPictures(visit)));
  const rest = (why: Rest, on: boolean) => send({ is: 'rest', why, on });

  const watch = useEffectEvent(() => {
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    const look = () => {
      rest('hidden', document.visibilityState === 'hidden');
      rest('lessMotion', motion.matches);
    };
    look();
    document.addEventListener('visibilitychange', look);
    motion.addEventListener('change', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      motion.removeEventListener('change', look);
    };
  });
  useEffect(() => watch(), []);

  const shows = state.at === 'showing';
  const tell = useEffectEvent(onShow);
  useEffect(() => {
    tell(shows);
    return () => tell(false);
  }, [shows]);
  if (!shows) return null;

  const { pictures, nth, rests } = state;
  const stopped = rests.includes('pressed');
  return (
    <div
      className={css.banner}
      onPointerEnter={() => rest('pointedAt', true)}
      onPointerLeave={() => rest('pointedAt', false)}
      onFocus={() => rest('focused', true)}
      onBlur={() => rest('focused', false)}
    >
      {pictures.map((picture, i) => (
        <div key={i} className={css.picture} data-shown={i === nth ? '' : undefined} inert={i !== nth}>
          <Shown picture={picture} />
        </div>
      ))}
      {pictures.length > 1 && (
        <button
          type="button"
          className={css.pause}
          aria-label={t(stopped ? 'banner.play' : 'banner.pause')}
          title={t(stopped ? 'banner.play' : 'banner.pause')}
          onClick={() => rest('pressed', !stopped)}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d={stopped ? 'M5 3l8 5-8 5z' : 'M4 3h3v10H4zM9 3h3v10H9z'} fill="currentColor" />
          </svg>
        </button>
      )}
    </div>
  );
}

function Shown({ picture: { address, alt, link } }: { picture: Picture }) {
  const t = useTranslate();
  const image = <img src={address} width="520" height="340" alt={link ? alt || t('banner.more') : alt} />;
  return link ? (
    <a href={link} target="_blank" rel="noopener">
      {image}
      <span className="unseen">{t('login.newTab')}</span>
    </a>
  ) : (
    image
  );
}
