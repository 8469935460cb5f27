/** A measured value beside the value to compare it with, of the same run. */
export interface Comparison {
  name: string;
  value: number;
  baseline: string;
  baselineValue: number;
  unit: string;
}
