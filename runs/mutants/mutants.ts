import { spawn } from 'node:child_process';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';
import { report } from '../results.ts';
import { guards } from './guards.ts';
import type { Guard } from './guard.ts';

/** What Vitest's JSON reporter writes. */
interface JsonReport {
  testResults?: { assertionResults: { status: string; fullName: string }[] }[];
}

process.chdir(root);
const folder = join(root, 'runs/logs/mutants');
const atOnce = 2;
const wanted = process.argv.slice(2).join(' ');
const chosen = guards.filter(({ name }) => name.includes(wanted));
if (chosen.length === 0) throw new Error(`No guard is named like "${wanted}"`);
await mkdir(folder, { recursive: true });

console.log(`Taking out ${chosen.length} guards, one by one. Each must fail the test that is named for it.\n`);
const queue = [...chosen.entries()];
const results: { index: number; name: string; test: string; hasRun: boolean; isCaught: boolean; failed: string[] }[] =
  [];
await Promise.all(Array.from({ length: atOnce }, work));

results.sort((a, b) => a.index - b.index);
const caught = results.filter(({ isCaught }) => isCaught).length;
const notRun = results.filter(({ hasRun }) => !hasRun).length;
await report(
  'mutants',
  [
    {
      number: 'guards whose removal the named test catches',
      bar: `${chosen.length}`,
      result: `${caught}`,
      isMet: caught === chosen.length,
    },
    { number: 'tests that did not run', bar: '0', result: `${notRun}`, isMet: notRun === 0 },
  ],
  { results },
);

async function work() {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [index, guard] = next;
    const { hasRun, failed } = await runWithout(guard, index);
    const isCaught = failed.some((title) => title.includes(guard.test));
    results.push({ index, name: guard.name, test: guard.test, hasRun, isCaught, failed });
    console.log(`${isCaught ? '✓' : '✗'} ${guard.name}`);
    if (!isCaught) console.log(`    ${hasRun ? 'not caught by' : `not run (see ${index + 1}.log)`}: ${guard.test}`);
  }
}

/** Runs the test of a guard without that guard: whether the test ran, and the titles of the tests that failed. */
async function runWithout({ name, testFile, test }: Guard, index: number) {
  const output = join(folder, `${index + 1}.json`);
  await writeFile(output, '{}');
  const only = ['-t', test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')];
  const args = ['vitest', 'run', '--config', 'runs/mutants/vitest.config.ts', '--root', '.', testFile, ...only];
  const log = await open(join(folder, `${index + 1}.log`), 'w');
  const child = spawn('npx', [...args, '--reporter=json', `--outputFile=${output}`], {
    env: { ...process.env, WITHOUT_GUARD: name },
    stdio: ['ignore', log.fd, log.fd],
  });
  await new Promise((resolve) => child.on('exit', resolve));
  await log.close();
  const { testResults = [] }: JsonReport = JSON.parse(await readFile(output, 'utf8'));
  const finished = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
  const failed = finished.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  return { hasRun: finished.length > 0, failed };
}
