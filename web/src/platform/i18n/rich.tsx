import { Fragment, type ReactNode } from 'react';

/** A text whose `{slots}` are elements, such as the links of the agreement line. */
export function Rich({ text, slots }: { text: string; slots: Record<string, ReactNode> }) {
  return text.split(/\{(\w+)\}/).map((part, i) => <Fragment key={i}>{i % 2 ? slots[part] : part}</Fragment>);
}
