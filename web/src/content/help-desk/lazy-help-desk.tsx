import { lazyPart } from '../../platform/lazy/lazy-part.ts';
import { LoadWhenIdle } from '../../ui/loading/load-when-idle.tsx';

const HelpDesk = lazyPart(() => import('./help-desk.tsx').then((m) => m.HelpDesk));

export const LazyHelpDesk = () => (
  <LoadWhenIdle>
    <HelpDesk />
  </LoadWhenIdle>
);
