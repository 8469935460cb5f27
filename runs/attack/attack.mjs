import { prepareRun } from '../prepare-run.mjs';
import { report } from '../results.mjs';
import { readNumbers } from './numbers.mjs';
import { measureParts, parts } from './parts.mjs';

const chosen = await prepareRun(parts);
const numbers = readNumbers();
const { rows, raw } = await measureParts(chosen, numbers, console.log);
await report('attack', rows, { numbers, ...raw });
