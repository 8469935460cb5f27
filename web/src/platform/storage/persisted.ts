import { persisted as limits } from '@foyer/contract/first-limits';

/**
 * State that survives a reload and the way to a provider and back. Never the value of a password or code field.
 */
type Key =
  /** The account that was typed at sign-in. */
  | 'account'
  /** The mobile number that was typed in the bind-mobile dialog. */
  | 'mobile'
  /** What was typed in the bind panel of a company. */
  | 'principal'
  /** The open dialog. */
  | 'step'
  /** The code on its way. */
  | 'sent'
  /** The redirect URL of an SSO sign-in. */
  | 'redirectUrl'
  /** The provider of an SSO sign-in, if it is not a company. */
  | 'provider'
  /** The company that was typed, for a person who starts again. */
  | 'company'
  /** The form asks for the company domain. */
  | 'sso'
  /** The form is the registration form. */
  | 'register'
  /** The progress of finding an account. */
  | 'findAccount'
  /** The account whose password is being reset. */
  | 'verifiedAccount'
  /** The handle of the notice about a changed contact. */
  | 'undoHandle'
  /** The ticket of a scan, on the phone. */
  | 'scanTicket'
  /** The value by which a page without cookies is recognised after the way to a company and back. */
  | 'browserId';

/**
 * `browserTab` for personal data: it is gone with the browser tab. `browser` for values that are useless without this
 * browser's cookie: another browser tab finds them, and so does a web view that loses its session storage.
 */
export type Scope = 'browserTab' | 'browser';

const storageKey = (key: Key) => `foyer.${key}`;
const storageOf = (scope: Scope) => (scope === 'browserTab' ? sessionStorage : localStorage);
/** A value saved at one URL is not loaded at another. */
const currentUrl = () => location.pathname + location.search;

/** Saves for the current URL, or for the URL that the person comes back to. False when the storage is blocked or full. */
export function save(key: Key, value: unknown, scope: Scope = 'browserTab', url = currentUrl()): boolean {
  remove(key);
  try {
    const until = Date.now() + limits.lifetime;
    storageOf(scope).setItem(storageKey(key), JSON.stringify({ url, until, value }));
    return true;
  } catch {
    return false;
  }
}

/** The caller validates the value: anything may be in the storage. */
export const load = (key: Key): unknown => read(key, 'browserTab') ?? read(key, 'browser');

export function remove(...keys: Key[]) {
  for (const scope of ['browserTab', 'browser'] as const)
    for (const key of keys) {
      try {
        storageOf(scope).removeItem(storageKey(key));
      } catch {
        // The storage is blocked: there is nothing to remove.
      }
    }
}

function read(key: Key, scope: Scope): unknown {
  try {
    const stored: unknown = JSON.parse(storageOf(scope).getItem(storageKey(key)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    const { url, until, value } = { url: '', until: 0, value: undefined, ...stored };
    const isFresh = typeof until === 'number' && until > Date.now() && until <= Date.now() + limits.lifetime;
    return url === currentUrl() && isFresh ? value : undefined;
  } catch {
    return undefined;
  }
}
