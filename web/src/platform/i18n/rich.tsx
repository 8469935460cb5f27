import { Fragment, type ReactNode } from 'react';

/** A text whose `{slots}` are filled with elements, such as the links to the agreements. */
export function Rich({ text, slots }: { text: string; slots: Record<string, ReactNode> }) {
  return text.split(/\{(\w+)\}/).map((part, i) => <Fragment key={i}>{i % 2 ? slots[part] : part}</Fragment>);
}
