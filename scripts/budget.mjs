import { heaviestFirstLoad, reactFloor } from './first-load.mjs';

/** Bytes of the sign-in page's first load, all of it, brotli. */
const allowed = 79_000;

const { variant, parts, total } = await heaviestFirstLoad();
const floor = await reactFloor();

const row = (name, raw, brotli) =>
  console.log(`${name.padEnd(36)}${kilobytes(raw).padStart(10)}${kilobytes(brotli).padStart(10)}`);
const kilobytes = (bytes) => (typeof bytes === 'number' ? (bytes / 1000).toFixed(2) : bytes);
const raw = parts.reduce((sum, part) => sum + part.raw, 0);

console.log(`First load of /login/web, heaviest variant: ${variant.language} ${variant.device} ${variant.tab}`);
row('kB', 'raw', 'brotli');
for (const part of parts) row(part.name, part.raw, part.brotli);
row('in all', raw, total);
row(floor.name, floor.raw, floor.brotli);
row('over React', raw - floor.raw, total - floor.brotli);
row('allowed', '', allowed);

if (total > allowed) {
  console.log(`Over the budget by ${kilobytes(total - allowed)} kB.`);
  process.exit(1);
}
