/** Reads a secret out of the address and leaves none of it there: not for the history, not for who looks on. */
export function takeQueryParam(name: string): string | undefined {
  const url = new URL(location.href);
  const value = url.searchParams.get(name) ?? undefined;
  if (value === undefined) return undefined;
  url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  return value;
}
