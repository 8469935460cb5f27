/** What of an address says where the person wants to go in the end. */
export const redirectParams = ['cusRedirectUrl', 'redirectUrl'];

/** Another page of ours, told where the person wants to go in the end. The gate judges that when they leave. */
export function pageUrl(to: string, more: Record<string, string> = {}): string {
  const here = new URLSearchParams(location.search);
  const query = new URLSearchParams(more);
  for (const name of redirectParams) {
    const wish = here.get(name);
    if (wish) query.set(name, wish);
  }
  const asked = query.toString();
  return asked ? `${to}?${asked}` : to;
}
