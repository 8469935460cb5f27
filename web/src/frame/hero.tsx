import { useTexts } from '../platform/texts.ts';
import banner from './banner.svg';
import css from './hero.module.css';

/** The left panel with the banner that is built in. */
export function Hero() {
  const say = useTexts();
  return (
    <section className={css.hero}>
      <p className={css.title}>{say('hero.title')}</p>
      <p className={css.text}>{say('hero.text')}</p>
      <img className={css.banner} src={banner} width="520" height="340" alt="" />
    </section>
  );
}
