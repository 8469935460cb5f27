import type { ReactNode } from 'react';
import { LazyHelpDesk } from '../content/help-desk/lazy-help-desk.tsx';
import { lazyPart } from '../platform/lazy/lazy-part.ts';
import { usePageContext } from '../platform/page-context.ts';
import { HydrateLater } from '../ui/loading/hydrate-later.tsx';
import css from './entry-page.module.css';

const Header = lazyPart(() => import('./header.tsx').then((m) => m.Header));
const Hero = lazyPart(() => import('./hero.tsx').then((m) => m.Hero));
const RequestStrip = lazyPart(() => import('../ui/page/request-strip.tsx').then((m) => m.RequestStrip));
const Footer = lazyPart(() => import('./footer.tsx').then((m) => m.Footer));

interface Props {
  title: ReactNode;
  /** The sentence below the title. */
  lead?: ReactNode;
  /** The title is for screen readers only. */
  titleUnseen?: boolean;
  /** Left of the form, separated by a line; below it in a narrow window. It is read after the form. */
  aside?: ReactNode;
  /** At the bottom of the card. */
  below?: ReactNode;
  /** Left of the card, instead of the hero of the sign-in page. */
  hero?: ReactNode;
  /** The card is in the middle, with nothing beside it. */
  alone?: boolean;
  children: ReactNode;
}

/**
 * The layout of sign-in and registration: header, banner, a card with the form, footer. The form hydrates first, the rest
 * when it is there.
 */
export function EntryPage({ title, titleUnseen = false, lead, aside, below, hero, alone = false, children }: Props) {
  const { variant, view, notice } = usePageContext();
  const onPc = variant.device === 'pc';
  return (
    <>
      <HydrateLater>
        <Header />
      </HydrateLater>
      <main
        className={onPc ? css.main : css.phone}
        data-narrow={aside ? undefined : ''}
        data-alone={alone || undefined}
      >
        {onPc && !alone && <HydrateLater>{hero ?? <Hero />}</HydrateLater>}
        <section className={css.card} data-aside={aside ? '' : undefined} aria-labelledby="title">
          {(view || notice) && (
            <HydrateLater>
              <RequestStrip place={onPc ? 'card' : 'block'} />
            </HydrateLater>
          )}
          <h1 id="title" className={titleUnseen ? 'visually-hidden' : css.title}>
            {title}
          </h1>
          {lead && <p className={css.lead}>{lead}</p>}
          <div className={css.columns}>
            <div className={css.form}>{children}</div>
            {aside && <div className={css.aside}>{aside}</div>}
          </div>
          {below && (
            <div className={css.below}>
              <HydrateLater>{below}</HydrateLater>
            </div>
          )}
        </section>
      </main>
      <HydrateLater>
        <Footer />
      </HydrateLater>
      {onPc && <LazyHelpDesk />}
    </>
  );
}
