import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { lazyPart } from '../platform/lazy/lazy-part.ts';
import { usePageContext } from '../platform/page-context.ts';
import { HydrateLater } from '../ui/loading/hydrate-later.tsx';
import { LazyHelpDesk } from '../content/help-desk/lazy-help-desk.tsx';
import '../ui/seal/transition-names.css';
import css from './plain-page.module.css';

const RequestStrip = lazyPart(() => import('../ui/page/request-strip.tsx').then((m) => m.RequestStrip));

interface Props {
  /** A wide card is for reading. */
  wide?: boolean;
  /** On a phone the content is as high as the window. */
  fill?: boolean;
  children: ReactNode;
}

/** The layout of all other pages: header, one card in the middle of the window, footer. */
export function PlainPage({ wide, fill, children }: Props) {
  const { variant, view } = usePageContext();
  const onPc = variant.device === 'pc';
  return (
    <>
      <Header />
      <main className={css.main} data-fill={fill ? '' : undefined}>
        <div className={wide ? css.wide : css.sheet}>
          {view && (
            <HydrateLater>
              <RequestStrip place="card" />
            </HydrateLater>
          )}
          {children}
        </div>
      </main>
      <Footer />
      {onPc && <LazyHelpDesk />}
    </>
  );
}
