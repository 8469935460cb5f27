import type { User } from 'oidc-client-ts';
import { manager } from './sign-in.ts';

export function App({ user, problem }: { user: User | null; problem: string | undefined }) {
  if (user)
    return (
      <>
        <h1>You are {user.profile.name ?? user.profile.email ?? user.profile.sub}</h1>
        <button onClick={() => void manager.signoutRedirect()}>Sign out</button>
      </>
    );
  return (
    <>
      <h1>Who are you?</h1>
      {problem && <p role="alert">{problem}</p>}
      <button onClick={() => void manager.signinRedirect()}>Sign in</button>
    </>
  );
}
