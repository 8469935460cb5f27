import type { ReactNode } from 'react';
import { Notice } from '../dialogs/notice.tsx';
import css from './panel.module.css';

interface PanelProps {
  /** The target of a link to the panel. */
  id: string;
  title: string;
  /** At the end of the title's line: a badge, a link or a button. */
  end?: ReactNode;
  /** What went wrong in it. */
  problem?: string | undefined;
  children: ReactNode;
}

/** A card with a title and rows. */
export function Panel({ id, title, end, problem, children }: PanelProps) {
  return (
    <section id={id} className={css.panel} aria-labelledby={`${id}-title`}>
      <header className={css.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        {end}
      </header>
      <div className={css.problem}>
        <Notice>{problem}</Notice>
      </div>
      {children}
    </section>
  );
}

export const Rows = ({ children }: { children: ReactNode }) => <ul>{children}</ul>;

interface RowProps {
  /** A drawing or a sign of 20 to 24 px. */
  icon: ReactNode;
  title: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  note?: ReactNode;
  /** For what cannot be brought back. */
  tone?: 'danger';
  /** The buttons at the end. */
  children?: ReactNode;
}

/** One thing that the person has, with what can be done about it. Small buttons are for rows alone. */
export const Row = ({ icon, title, badge, note, tone, children }: RowProps) => (
  <li className={css.row} data-tone={tone}>
    <span className={css.icon}>{icon}</span>
    <div className={css.text}>
      <p className={css.title}>
        <span>{title}</span>
        {badge}
      </p>
      {note !== undefined && <p className={css.note}>{note}</p>}
    </div>
    {children}
  </li>
);

interface BadgeProps {
  kind?: 'ok' | 'warn' | 'accent';
  children: ReactNode;
}

export const Badge = ({ kind = 'accent', children }: BadgeProps) => (
  <span className={css.badge} data-kind={kind}>
    {children}
  </span>
);
