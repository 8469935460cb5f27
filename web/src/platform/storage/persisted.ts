import { persisted as limits } from '@foyer/contract/limits';

/**
 * What neither a reload nor a company's door may lose: `wish` is where the person wants to go, `door` which one they
 * took, `sso` that they are asked for their company, `finding` and `proof` how far those are who forgot something.
 * Never what is typed into a field for a password or a code.
 */
type Key = 'account' | 'mobile' | 'step' | 'sent' | 'wish' | 'door' | 'sso' | 'finding' | 'proof';

/**
 * `tab` for what names a person: it is gone with the tab. `browser` for what only this browser's cookie makes worth
 * something: another tab finds it too, and so does a web view that forgets its tabs.
 */
export type Scope = 'tab' | 'browser';

const keyOf = (thing: Key) => `foyer.${thing}`;
const storeOf = (shelf: Scope) => (shelf === 'tab' ? sessionStorage : localStorage);
/** What was begun at one address is not gone on with at another. */
const place = () => location.pathname + location.search;

/** For this address, unless it is one to come back to. */
export function save(thing: Key, value: unknown, shelf: Scope = 'tab', at = place()) {
  remove(thing);
  try {
    const until = Date.now() + limits.lifetime;
    storeOf(shelf).setItem(keyOf(thing), JSON.stringify({ place: at, until, value }));
  } catch {
    // Blocked or full: as if there were no such thing as a store.
  }
}

/** Anything at all may lie there: who asks looks at it first. */
export const load = (thing: Key): unknown => read(thing, 'tab') ?? read(thing, 'browser');

export function remove(...things: Key[]) {
  for (const shelf of ['tab', 'browser'] as const)
    for (const thing of things) {
      try {
        storeOf(shelf).removeItem(keyOf(thing));
      } catch {
        // There is nothing to drop.
      }
    }
}

function read(thing: Key, shelf: Scope): unknown {
  try {
    const found: unknown = JSON.parse(storeOf(shelf).getItem(keyOf(thing)) ?? 'null');
    if (typeof found !== 'object' || found === null) return undefined;
    const { place: at, until, value } = { place: '', until: 0, value: undefined, ...found };
    const lives = typeof until === 'number' && until > Date.now() && until <= Date.now() + limits.lifetime;
    return at === place() && lives ? value : undefined;
  } catch {
    return undefined;
  }
}
