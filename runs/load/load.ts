import { prepareRun } from '../prepare-run.ts';
import { type Row, report } from '../results.ts';
import { readAmounts } from './amounts.ts';
import { parts } from './parts/parts.ts';

const chosen = await prepareRun(parts);
const amounts = readAmounts();
const rows: Row[] = [];
const raw: Record<string, unknown> = { amounts };
for (const { name, measure } of chosen) {
  console.log(`${new Date().toISOString()} ${name}`);
  const result = await measure(amounts);
  rows.push(...result.rows);
  raw[name] = result.raw;
}
await report('load', rows, raw);
