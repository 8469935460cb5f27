import { type RefObject, useLayoutEffect } from 'react';

/** What has just been shown gets the focus, at its first field if it has one: what had it before is gone. */
export function useFirstFocus(part: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => (part.current?.querySelector('input') ?? part.current)?.focus(), [part]);
}
