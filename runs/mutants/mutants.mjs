import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { report } from '../results.mjs';
import { guards } from './guards.mjs';

process.chdir(root);
const folder = join(root, 'runs/logs/mutants');
const atOnce = 2;
const wanted = process.argv[2];
const chosen = guards.filter(({ name }) => !wanted || name.includes(wanted));
await mkdir(folder, { recursive: true });

console.log(`Taking out ${chosen.length} guards, one by one. Each must fail the test that is named for it.\n`);
const queue = [...chosen.entries()];
const results = [];
await Promise.all(Array.from({ length: atOnce }, work));

results.sort((a, b) => a.index - b.index);
const caught = results.filter(({ isCaught }) => isCaught).length;
const row = { number: 'guards whose removal the named test catches', bar: `${chosen.length}`, result: `${caught}` };
await report('mutants', [{ ...row, isMet: caught === chosen.length }], { results });

async function work() {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [index, guard] = next;
    const failed = await failedWithout(guard, index);
    const isCaught = failed.some((title) => title.includes(guard.test));
    results.push({ index, name: guard.name, test: guard.test, isCaught, failed });
    console.log(`${isCaught ? '✓' : '✗'} ${guard.name}${isCaught ? '' : `\n    not caught by: ${guard.test}`}`);
  }
}

/** The titles of the tests that fail without the guard. */
async function failedWithout({ name, testFile, test }, index) {
  const output = join(folder, `${index + 1}.json`);
  await writeFile(output, '{}');
  const only = ['-t', test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')];
  const args = ['vitest', 'run', '--config', 'runs/mutants/vitest.config.ts', '--root', '.', testFile, ...only];
  const child = spawn('npx', [...args, '--reporter=json', `--outputFile=${output}`], {
    env: { ...process.env, WITHOUT_GUARD: name },
    stdio: 'ignore',
  });
  await new Promise((resolve) => child.on('exit', resolve));
  const { testResults = [] } = JSON.parse(await readFile(output, 'utf8'));
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);
}
