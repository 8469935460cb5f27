import { language } from '@foyer/contract/first-limits';

/** One promise for each server-rendered part that is not hydrated yet. */
export const hydratingParts = new Set<Promise<void>>();

/** Resolves when every part is hydrated, also those inside others; after a while also when one does not load. */
export function partsHydrated(): Promise<void> {
  const all = async () => {
    while (hydratingParts.size > 0) await Promise.all(hydratingParts);
  };
  return Promise.race([all(), new Promise<void>((resolve) => setTimeout(resolve, language.waitsForParts))]);
}
