import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { usePageContext } from '../platform/page-context.ts';
import { LazyHelpDesk } from '../content/help-desk/lazy-help-desk.tsx';
import css from './plain-page.module.css';

/** The layout of all other pages: header, one column of text, footer. */
export function PlainPage({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const onPc = usePageContext().variant.device === 'pc';
  return (
    <>
      <Header />
      <main className={css.main}>
        <div className={wide ? css.wide : css.sheet}>
          <h1 className={css.title}>{title}</h1>
          {children}
        </div>
      </main>
      <Footer />
      {onPc && <LazyHelpDesk />}
    </>
  );
}
