import { useSyncExternalStore } from 'react';

/** Whether a media query holds now. In prerendered HTML, which knows no window, none does. */
export function useMedia(query: string) {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
