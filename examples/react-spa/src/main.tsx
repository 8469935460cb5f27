import { createRoot } from 'react-dom/client';
import { AuthProvider } from 'react-oidc-context';
import { App } from './app.tsx';
import { signIn } from './sign-in.ts';

createRoot(document.querySelector('#root')!).render(
  <AuthProvider {...signIn}>
    <App />
  </AuthProvider>,
);
