import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './support/root.mjs';
import { firstLines, indent, slowestFiles } from './test-reports.mjs';

/** How long the steps of each form took when all of them last ran. */
const timesFile = join(root, '.cache/test-times.json');

/** Prints the end of `npm test`, and returns the totals. Its last two lines are read by programs. */
export function printSummary({ form, reports, failures, seconds, keepsTimes }) {
  const all = Object.values(reports);
  printTimes(form, reports, seconds, keepsTimes);
  const slowest = slowestFiles(reports);
  if (slowest.length) console.log('\nSlowest files (seconds of all their tests):');
  for (const { step, file, seconds: ofFile } of slowest)
    console.log(`  ${nameColumn(step)}${describeTime(ofFile)}   ${file}`);
  if (failures.length) console.log(`\n${['Failed:', ...failures].join('\n    ')}`);

  const unsteady = all.flatMap((report) => report.unsteady);
  if (unsteady.length)
    console.log(`\n${['Unsteady (passed only on retry):', ...unsteady.map(describeUnsteady)].join('\n    ')}`);
  // Only Playwright retries.
  console.log(all.some(({ runner }) => runner === 'playwright') ? `\n${unsteady.length} unsteady` : '');
  const sum = (count) => all.reduce((total, report) => total + report[count], 0);
  const total = { passed: sum('passed'), failed: sum('failed') };
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total;
}

export function describeResult(name, report, lastSeconds) {
  const { runner, passed, failed, seconds } = report;
  const counts = runner ? `   ${passed} passed${failed ? `, ${failed} failed` : ''}` : '';
  return `${failed ? '✗' : '✓'} ${nameColumn(name)}${describeTime(seconds, lastSeconds)}${counts}`;
}

/** `201.3 s`, followed by the difference to the last run if there was one. */
export function describeTime(seconds, lastSeconds) {
  const time = `${seconds.toFixed(1)} s`.padStart(9);
  if (lastSeconds === undefined) return time;
  const difference = seconds - lastSeconds;
  return `${time}${`${difference < 0 ? '−' : '+'}${Math.abs(difference).toFixed(1)}`.padStart(8)}`;
}

export const nameColumn = (name) => name.padEnd(8);

function describeUnsteady({ name, error, traces }) {
  return `${name}${firstLines(error)}${traces.map((trace) => indent(`trace: ${trace}`)).join('')}`;
}

function printTimes(form, reports, seconds, keepsTimes) {
  const kept = readKept();
  // A part of the steps is not comparable with all of them, which share the machine.
  const last = (keepsTimes && kept[form]) || {};
  console.log(`\nSeconds of each step${last.total ? ', and the difference to the last run' : ''}:`);
  for (const [name, report] of Object.entries(reports)) console.log(describeResult(name, report, last[name]));
  console.log(`  ${nameColumn('total')}${describeTime(seconds, last.total)}`);
  if (!keepsTimes) return;
  const times = Object.fromEntries(Object.entries(reports).map(([name, report]) => [name, report.seconds]));
  mkdirSync(dirname(timesFile), { recursive: true });
  writeFileSync(timesFile, JSON.stringify({ ...kept, [form]: { ...times, total: seconds } }, null, 2));
}

function readKept() {
  try {
    return JSON.parse(readFileSync(timesFile, 'utf8'));
  } catch {
    return {};
  }
}
