import { lazy } from 'react';
import { Later } from '../ui/later.tsx';

const HelpDesk = lazy(() => import('./help-desk/help-desk.tsx').then((m) => ({ default: m.HelpDesk })));

export const LaterHelpDesk = () => (
  <Later>
    <HelpDesk />
  </Later>
);
