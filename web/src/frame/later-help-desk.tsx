import { part } from '../platform/part.ts';
import { Later } from '../ui/later.tsx';

const HelpDesk = part(() => import('./help-desk/help-desk.tsx').then((m) => m.HelpDesk));

export const LaterHelpDesk = () => (
  <Later>
    <HelpDesk />
  </Later>
);
