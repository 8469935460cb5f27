import type { ReactNode } from 'react';
import { usePageContext } from '../platform/page-context.ts';
import css from './entry-page.module.css';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LazyHelpDesk } from '../content/help-desk/lazy-help-desk.tsx';
import { Hero } from './hero.tsx';

interface Props {
  title: ReactNode;
  /** Only to be heard, where the page shows well enough what it is. */
  titleUnseen?: boolean;
  /** Stands left of the form, behind a line. */
  aside?: ReactNode;
  /** Closes the card, under everything else. */
  below?: ReactNode;
  children: ReactNode;
}

/** Header, banner, the card with a form, footer: the way in, whichever it is. */
export function EntryPage({ title, titleUnseen = false, aside, below, children }: Props) {
  const onPc = usePageContext().variant.device === 'pc';
  return (
    <>
      <Header />
      <main className={onPc ? css.main : css.phone}>
        {onPc && <Hero />}
        <section className={css.card} data-keep-free="" data-aside={aside ? '' : undefined} aria-labelledby="title">
          <h1 id="title" className={titleUnseen ? 'unseen' : css.title}>
            {title}
          </h1>
          <div className={css.columns}>
            {aside && <div className={css.aside}>{aside}</div>}
            {aside && <div className={css.rule} />}
            <div className={css.form}>{children}</div>
          </div>
          {below && <div className={css.below}>{below}</div>}
        </section>
      </main>
      <Footer />
      {onPc && <LazyHelpDesk />}
    </>
  );
}
