import { isSecret } from './read-settings.ts';
import { settings } from './settings.ts';

const known = Object.keys(settings).flatMap((name) => (isSecret(name) ? [name, `${name}_FILE`] : [name]));
const longEnough = /^[A-Z][A-Z0-9_]{5,}$/;
const mostEdits = 2;
/** Names of settings in earlier versions, from 0.1.0 on, and what they are called now. The earlier name has no effect. */
const renamed = new Map<string, keyof typeof settings>([
  ['MESSAGE_PATIENCE_MS', 'MESSAGE_TIMEOUT_MS'],
  ['SCAN_ASKS_PER_MINUTE', 'SCAN_POLLS_PER_MINUTE'],
  ['SCAN_PATIENCE_MS', 'SCAN_TIMEOUT_MS'],
]);

export interface MisspeltSetting {
  event: 'misspeltSetting' | 'renamedSetting';
  name: string;
  /** The setting that is probably meant, or what the setting is called now. */
  meant: string;
}

/**
 * Variables that are no settings but almost named as one, or were one in an earlier version. They are logged, not refused: a
 * platform adds names of its own.
 */
export function misspeltSettings(env: Record<string, string | undefined>): MisspeltSetting[] {
  return Object.keys(env)
    .filter((name) => longEnough.test(name) && !known.includes(name))
    .flatMap((name): MisspeltSetting | [] => {
      const now = renamed.get(name);
      if (now) return { event: 'renamedSetting', name, meant: now };
      const candidates = known.filter((one) => longEnough.test(one)).map((one) => [one, distance(name, one)] as const);
      const [nearest] = candidates.toSorted(([, a], [, b]) => a - b);
      return nearest && nearest[1] <= mostEdits ? { event: 'misspeltSetting', name, meant: nearest[0] } : [];
    });
}

/** A singular in place of a plural is one edit, also where it ends otherwise: PROXY, PROXIES. */
const singular = (name: string) => name.replace(/IES$/, 'Y');
const distance = (name: string, setting: string) =>
  Math.min(editsBetween(name, setting), editsBetween(name, singular(setting)) + 1);

/** How many characters have to be added, removed or replaced (Levenshtein). */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > mostEdits) return Infinity;
  let previous = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (const [row, character] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries())
      current.push(
        Math.min(
          (previous[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          (previous[column] ?? 0) + (character === other ? 0 : 1),
        ),
      );
    previous = current;
  }
  return previous.at(-1) ?? Infinity;
}
