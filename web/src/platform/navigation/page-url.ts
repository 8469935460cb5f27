/** The query parameters that name the redirect URL. */
export const redirectParams = ['cusRedirectUrl', 'redirectUrl'];

/** The URL of another page of ours, with the redirect parameters of this one. They are checked when they are used. */
export function pageUrl(to: string, params: Record<string, string> = {}): string {
  const current = new URLSearchParams(location.search);
  const query = new URLSearchParams(params);
  for (const name of redirectParams) {
    const redirectUrl = current.get(name);
    if (redirectUrl) query.set(name, redirectUrl);
  }
  const search = query.toString();
  return search ? `${to}?${search}` : to;
}

/** Reads a secret from the URL and removes it there, so that neither the history nor an onlooker has it. */
export function takeQueryParam(name: string): string | undefined {
  const url = new URL(location.href);
  const value = url.searchParams.get(name) ?? undefined;
  if (value === undefined) return undefined;
  url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  return value;
}
