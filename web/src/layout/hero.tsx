import { useState } from 'react';
import { lazyPart } from '../platform/lazy/lazy-part.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { LoadWhenIdle } from '../ui/load-when-idle.tsx';
import banner from './hero.svg';
import css from './hero.module.css';

const Banner = lazyPart(() => import('../content/banner/banner.tsx').then((m) => m.Banner));

/** The left panel. The built-in picture reserves the space for the pictures of the service. */
export function Hero() {
  const t = useTranslate();
  const [covered, setCovered] = useState(false);
  return (
    <section className={css.hero}>
      <p className={css.title}>{t('hero.title')}</p>
      <p className={css.text}>{t('hero.text')}</p>
      <div className={css.banner}>
        <img className={covered ? css.covered : css.builtIn} src={banner} width="520" height="340" alt="" />
        <LoadWhenIdle>
          <Banner onShow={setCovered} />
        </LoadWhenIdle>
      </div>
    </section>
  );
}
