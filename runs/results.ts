import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../scripts/support/root.mjs';

export interface Row {
  number: string;
  bar: string;
  result: string;
  isMet: boolean;
  /** A slow or busy machine misses the bar, so that its short form does not ask for it. */
  dependsOnMachine?: boolean;
}

export const atMost = (number: string, bar: number, result: number): Row => ({
  number,
  bar: `≤ ${bar}`,
  result: `${result}`,
  isMet: result <= bar,
});

export interface Result {
  rows: Row[];
  raw: Record<string, unknown>;
}

/**
 * Prints the table of a run, keeps its raw results in runs/logs, and makes the process exit with an error when a number
 * falls short of its bar.
 */
export async function report(run: string, rows: readonly Row[], raw: Record<string, unknown>) {
  if (rows.length === 0) throw new Error('The run has no result: no part of it has such a name');
  const folder = join(root, 'runs/logs', run);
  await mkdir(folder, { recursive: true });
  for (const [name, value] of Object.entries({ ...raw, table: rows }))
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(value, null, 2)}\n`);
  console.log('\n| number | bar | result | |\n|---|--:|--:|---|');
  for (const { number, bar, result, isMet } of rows)
    console.log(`| ${number} | ${bar} | ${result} | ${isMet ? 'met' : '**not met**'} |`);
  console.log(`\nRaw results: runs/logs/${run}/`);
  if (!rows.every(({ isMet }) => isMet)) process.exitCode = 1;
}
