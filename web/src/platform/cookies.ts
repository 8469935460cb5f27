/** Preferences only: what is secret lives in cookies that scripts cannot see. */
export function writeCookie(name: string, value: string, keptFor: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Max-Age=${keptFor / 1000}; SameSite=Lax${secure}`;
}
