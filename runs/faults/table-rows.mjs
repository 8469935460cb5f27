/** @typedef {import('../results.ts').Row} Row */

/** Seconds after the cause of a fault has ended. */
export const recoveryBar = 5;

/** A number that must be zero. @param {string} number @param {number} result @returns {Row} */
export const none = (number, result) => ({ number, bar: '0', result: `${result}`, isMet: result === 0 });

/** @param {string} number @param {number} bar @param {number} result @returns {Row} */
export const atLeast = (number, bar, result) => ({
  number,
  bar: `≥ ${bar}`,
  result: `${result}`,
  isMet: result >= bar,
});

/**
 * A time in seconds. The short form measures it too, but on a busy machine it decides nothing.
 * @param {string} number @param {number} bar @param {number} result @param {boolean} isTimed @returns {Row}
 */
export const within = (number, bar, result, isTimed) => ({
  number,
  bar: isTimed ? `≤ ${bar} s` : '–',
  result: `${result.toFixed(1)} s`,
  isMet: !isTimed || result <= bar,
});
