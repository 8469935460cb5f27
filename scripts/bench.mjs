import { measureAnswers } from '../bench/answers.mjs';
import { measureGuesses } from '../bench/guesses.mjs';
import { measureOpenPages } from '../bench/open-pages.mjs';
import { measurePage } from '../bench/page.mjs';
import { measureCalls } from '../bench/calls.mjs';
import { measureRaces } from '../bench/races.mjs';
import { measureSignIns } from '../bench/sign-ins.mjs';
import { measureUsable } from '../bench/usable.mjs';
import { buildIfStale } from './build-if-stale.mjs';
import { installPackages } from './npm-packages.mjs';
import { root } from './root.mjs';

const measures = {
  page: measurePage,
  usable: measureUsable,
  'sign-ins': measureSignIns,
  calls: measureCalls,
  'open-pages': measureOpenPages,
  guesses: measureGuesses,
  races: measureRaces,
  answers: measureAnswers,
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`There is no "${unknown.join('", "')}". There is: ${Object.keys(measures).join(', ')}.`);
  process.exit(2);
}

process.chdir(root);
await installPackages();
await buildIfStale();

// Machines differ and are noisy: every figure stands beside one of the same run, and only the ratio is worth keeping.
console.log('what                                    ours   compared with                         theirs    ratio');
for (const [name, measure] of Object.entries(measures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  // What takes minutes tells each row as it comes.
  for (const row of await measure(tell)) tell(row);
}

function tell({ what, ours, beside, theirs, unit }) {
  const figure = (n) => `${n.toFixed(n < 100 ? 1 : 0)} ${unit}`.padStart(12);
  console.log(
    `${what.padEnd(32)}${figure(ours)}   ${beside.padEnd(32)}${figure(theirs)}   ${(ours / theirs).toFixed(2)}`,
  );
}
