import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the service renders and while its markup hydrates: what only the browser knows is shown after that. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
