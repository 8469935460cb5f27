import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import css from './dialog.module.css';
import { focusFirst } from './focus-first.ts';

interface Props {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** What is a dialog elsewhere, as the content of a page that has nothing else. */
export function InPage({ title, lead, children }: Props) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => focusFirst(section.current!, heading.current!), []);
  return (
    <section ref={section} aria-labelledby={id} aria-describedby={lead ? `${id}l` : undefined}>
      <h2 ref={heading} id={id} className={css.title} tabIndex={-1}>
        {title}
      </h2>
      {lead && (
        <p id={`${id}l`} className={css.lead}>
          {lead}
        </p>
      )}
      {children}
    </section>
  );
}
