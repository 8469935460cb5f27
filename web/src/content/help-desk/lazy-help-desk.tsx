import { part } from '../../platform/lazy/lazy-part.ts';
import { Later } from '../../ui/load-when-idle.tsx';

const HelpDesk = part(() => import('./help-desk.tsx').then((m) => m.HelpDesk));

export const LaterHelpDesk = () => (
  <Later>
    <HelpDesk />
  </Later>
);
