import { useAuth } from 'react-oidc-context';

export function App() {
  const { isLoading, user, error, signinRedirect, signoutRedirect } = useAuth();
  if (isLoading) return null;
  if (user)
    return (
      <>
        <h1>You are {user.profile.name ?? user.profile.email ?? user.profile.sub}</h1>
        <button onClick={() => void signoutRedirect()}>Sign out</button>
      </>
    );
  return (
    <>
      <h1>Who are you?</h1>
      {error && <p role="alert">{error.message}</p>}
      <button onClick={() => void signinRedirect()}>Sign in</button>
    </>
  );
}
