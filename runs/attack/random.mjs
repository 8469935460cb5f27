/**
 * Numbers that are the same in every run with the same seed (mulberry32).
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below) => Math.floor(next() * below);
  return {
    whole,
    /** @template Item @param {readonly Item[]} items */
    pick: (items) => items[whole(items.length)],
    chance: (probability) => next() < probability,
  };
}

/** @typedef {ReturnType<typeof createRandom>} Random */
