import { useState } from 'react';
import { part } from '../platform/lazy/lazy-part.ts';
import { useTexts } from '../platform/i18n/texts.ts';
import { Later } from '../ui/load-when-idle.tsx';
import banner from './hero.svg';
import css from './hero.module.css';

const Banner = part(() => import('../content/banner/banner.tsx').then((m) => m.Banner));

/** The left panel. The picture that is built in keeps the room for those that come from the service. */
export function Hero() {
  const say = useTexts();
  const [covered, setCovered] = useState(false);
  return (
    <section className={css.hero}>
      <p className={css.title}>{say('hero.title')}</p>
      <p className={css.text}>{say('hero.text')}</p>
      <div className={css.banner}>
        <img className={covered ? css.covered : css.builtIn} src={banner} width="520" height="340" alt="" />
        <Later>
          <Banner onShow={setCovered} />
        </Later>
      </div>
    </section>
  );
}
