import { largestFirstLoad, reactBaseline } from './support/first-load.mjs';

/** The limit of the sign-in page's whole first load in bytes, compressed with brotli. */
const allowed = 84_000;
/** The document and its scripts: more files mean that the chunk groups of `web/vite.config.ts` no longer work. */
const allowedFiles = 5;

const { variant, parts, total } = await largestFirstLoad();
const baseline = await reactBaseline();

const row = (name, raw, brotli) =>
  console.log(`${name.padEnd(36)}${kilobytes(raw).padStart(10)}${kilobytes(brotli).padStart(10)}`);
const kilobytes = (bytes) => (typeof bytes === 'number' ? (bytes / 1000).toFixed(2) : bytes);
const raw = parts.reduce((sum, part) => sum + part.raw, 0);

console.log(`First load of /login/web, largest variant: ${variant.language} ${variant.device} ${variant.tab}`);
row('kB', 'raw', 'brotli');
for (const part of parts) row(part.name, part.raw, part.brotli);
row('total', raw, total);
row(baseline.name, baseline.raw, baseline.brotli);
row('over React', raw - baseline.raw, total - baseline.brotli);
row('allowed', '', allowed);

if (total > allowed) {
  console.log(`Over the budget by ${kilobytes(total - allowed)} kB.`);
  process.exit(1);
}
if (parts.length > allowedFiles) {
  console.log(`The first load has ${parts.length} files, ${allowedFiles} are allowed.`);
  process.exit(1);
}
