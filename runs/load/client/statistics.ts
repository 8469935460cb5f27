export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The probability that a value of the first list is greater than one of the second: 0.5 if they cannot be distinguished. */
export function auc(first: readonly number[], second: readonly number[]): number {
  let greater = 0;
  for (const a of first) for (const b of second) greater += a > b ? 1 : a === b ? 0.5 : 0;
  return greater / (first.length * second.length);
}
