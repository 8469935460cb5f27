import { prepareRun } from '../prepare-run.ts';
import { report } from '../results.ts';
import { readAmounts } from './amounts.mjs';
import { parts } from './parts.mjs';

const chosen = await prepareRun(parts);
const amounts = readAmounts();
const rows = [];
const raw = { amounts };
for (const { name, measure } of chosen) {
  console.log(`${new Date().toISOString()} ${name}`);
  const result = await measure(amounts);
  rows.push(...result.rows);
  raw[name] = result.raw;
}
await report('load', rows, raw);
