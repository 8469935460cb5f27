import { measureAccountTiming } from '../bench/account-timing.mjs';
import { measureCalls } from '../bench/calls.mjs';
import { measureConcurrentPolls } from '../bench/concurrent-polls.mjs';
import { measureGuessedIds } from '../bench/guessed-ids.mjs';
import { measureOpenPages } from '../bench/open-pages.mjs';
import { measureOpenid } from '../bench/openid.mjs';
import { measurePageSize } from '../bench/page-size.mjs';
import { measurePageSpeed } from '../bench/page-speed.mjs';
import { measureSessionChecks } from '../bench/session-checks.mjs';
import { measureSignIns } from '../bench/sign-ins.mjs';
import { measureTimeToUsable } from '../bench/time-to-usable.mjs';
import { buildIfStale } from './support/build-if-stale.mjs';
import { installPackages } from './support/npm-packages.mjs';
import { root } from './support/root.mjs';

const benchmarks = {
  'page-size': measurePageSize,
  'page-speed': measurePageSpeed,
  'time-to-usable': measureTimeToUsable,
  'sign-ins': measureSignIns,
  calls: measureCalls,
  'open-pages': measureOpenPages,
  openid: measureOpenid,
  'session-checks': measureSessionChecks,
  'guessed-ids': measureGuessedIds,
  'concurrent-polls': measureConcurrentPolls,
  'account-timing': measureAccountTiming,
};
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Benchmarks: ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(2);
}

process.chdir(root);
await installPackages();
await buildIfStale();

// Machines differ and are noisy: each value has a baseline of the same run, and only the ratio can be compared.
console.log(
  `${'measurement'.padEnd(32)}${'value'.padStart(12)}   ${'baseline'.padEnd(32)}${'value'.padStart(12)}   ratio`,
);
for (const [name, measure] of Object.entries(benchmarks)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  // A benchmark returns its rows, or prints each as soon as it is measured.
  for (const row of await measure(print)) print(row);
}

function print({ name, value, baseline, baselineValue, unit }) {
  const format = (n) => `${n.toFixed(n < 100 ? 1 : 0)} ${unit}`.padStart(12);
  console.log(
    `${name.padEnd(32)}${format(value)}   ${baseline.padEnd(32)}${format(baselineValue)}   ${(value / baselineValue).toFixed(2)}`,
  );
}
