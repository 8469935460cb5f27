import { lazyPart } from '../platform/lazy/lazy-part.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { LoadWhenIdle } from '../ui/loading/load-when-idle.tsx';
import css from './hero.module.css';

const Banner = lazyPart(() => import('../content/banner/banner.tsx').then((m) => m.Banner));

/** The left panel: what the product does, and the pictures of the service. */
export function Hero() {
  const t = useTranslate();
  return (
    <section className={css.hero}>
      <p className={css.title}>{t('hero.title')}</p>
      <p className={css.text}>{t('hero.text')}</p>
      <div className={css.banner}>
        <LoadWhenIdle>
          <Banner />
        </LoadWhenIdle>
      </div>
    </section>
  );
}
