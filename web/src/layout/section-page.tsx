import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LazyHelpDesk } from '../content/help-desk/lazy-help-desk.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useFocusAfterRemoval } from '../platform/browser/focus-after-removal.ts';
import { usePageContext } from '../platform/page-context.ts';
import { Icon } from '../ui/icons/icon.tsx';
import '../ui/seal/transition-names.css';
import css from './section-page.module.css';

interface Props {
  /** The name of the navigation. */
  label: string;
  /** What the navigation leads to, in the order of the page: `id` is that of the first panel of a section. */
  sections: readonly { id: string; name: string; icon: string }[];
  children: ReactNode;
}

/** The layout of a long page: header, navigation beside the content, footer. */
export function SectionPage({ label, sections, children }: Props) {
  const { variant } = usePageContext();
  const current = useCurrentSection(sections.map(({ id }) => id));
  const content = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(content);
  return (
    <>
      <Header />
      <main className={css.main}>
        <nav className={css.nav} aria-label={label}>
          {sections.map(({ id, name, icon }) => (
            <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              <Icon d={icon} />
              {name}
            </a>
          ))}
        </nav>
        <div ref={content} className={css.content}>
          {children}
        </div>
      </main>
      <Footer />
      {variant.device === 'pc' && <LazyHelpDesk />}
    </>
  );
}

/** Place it after panels that load: the browser has looked for the target of the URL before they are there. */
export function ScrollToTarget() {
  useEffect(() => {
    const scroll = () => document.getElementById(location.hash.slice(1))?.scrollIntoView();
    // Its panel, or one above it, may load later; from the first thing that the person does on, the page stays where it is.
    const size = new ResizeObserver(scroll);
    const stop = () => size.disconnect();
    const types = ['pointerdown', 'wheel', 'touchmove', 'keydown'];
    for (const type of types) addEventListener(type, stop, { once: true, passive: true });
    scroll();
    size.observe(document.body);
    return () => {
      stop();
      for (const type of types) removeEventListener(type, stop);
    };
  }, []);
  return null;
}

/** The section that the person reads: the last one whose beginning is in the upper third of the window. */
function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const list = ids.join(' ');
  useEffect(() => {
    const update = () => {
      const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 1 && scrollY > 0;
      const started = list.split(' ').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && (atEnd || top < innerHeight / 3);
      });
      const last = started.pop();
      if (last !== undefined) setCurrent(last);
    };
    addEventListener('scroll', update, { passive: true });
    // Panels that load later move the sections.
    const size = new ResizeObserver(update);
    size.observe(document.body);
    return () => {
      removeEventListener('scroll', update);
      size.disconnect();
    };
  }, [list]);
  return current;
}
