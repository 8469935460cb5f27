import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { currentUser } from './sign-in.ts';

let user = null;
let problem: string | undefined;
try {
  user = await currentUser();
} catch (error) {
  problem = String(error);
}
createRoot(document.querySelector('#root')!).render(<App user={user} problem={problem} />);
