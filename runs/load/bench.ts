import { prepareRun } from '../prepare-run.ts';
import { measureAccountTiming } from './benchmarks/account-timing.ts';
import { measureCalls } from './benchmarks/calls.ts';
import { measureConcurrentPolls } from './benchmarks/concurrent-polls.ts';
import { measureGuessedIds } from './benchmarks/guessed-ids.ts';
import { measureOpenPages } from './benchmarks/open-pages.ts';
import { measureOpenid } from './benchmarks/openid.ts';
import { measurePageSize } from './benchmarks/page-size.ts';
import { measurePageSpeed } from './benchmarks/page-speed.ts';
import { measureSessionChecks } from './benchmarks/session-checks.ts';
import { measureSignIns } from './benchmarks/sign-ins.ts';
import { measureTimeToUsable } from './benchmarks/time-to-usable.ts';
import type { Comparison } from './benchmarks/benchmark.ts';

/** A benchmark returns its rows, or prints each as soon as it is measured. */
interface Benchmark {
  name: string;
  measure: (print: (row: Comparison) => void) => Promise<Comparison[]>;
}
const benchmarks: Benchmark[] = [
  { name: 'page-size', measure: measurePageSize },
  { name: 'page-speed', measure: measurePageSpeed },
  { name: 'time-to-usable', measure: measureTimeToUsable },
  { name: 'sign-ins', measure: measureSignIns },
  { name: 'calls', measure: measureCalls },
  { name: 'open-pages', measure: measureOpenPages },
  { name: 'openid', measure: measureOpenid },
  { name: 'session-checks', measure: measureSessionChecks },
  { name: 'guessed-ids', measure: measureGuessedIds },
  { name: 'concurrent-polls', measure: measureConcurrentPolls },
  { name: 'account-timing', measure: measureAccountTiming },
];

const chosen = await prepareRun(benchmarks);
// Machines differ and are noisy: each value has a baseline of the same run, and only the ratio can be compared.
console.log(
  `${'measurement'.padEnd(32)}${'value'.padStart(12)}   ${'baseline'.padEnd(32)}${'value'.padStart(12)}   ratio`,
);
for (const { measure } of chosen) for (const row of await measure(print)) print(row);

function print({ name, value, baseline, baselineValue, unit }: Comparison) {
  const format = (n: number) => `${n.toFixed(n < 100 ? 1 : 0)} ${unit}`.padStart(12);
  console.log(
    `${name.padEnd(32)}${format(value)}   ${baseline.padEnd(32)}${format(baselineValue)}   ${(value / baselineValue).toFixed(2)}`,
  );
}
