import { prepareRun } from '../prepare-run.ts';
import { report } from '../results.ts';
import { readNumbers } from './numbers.ts';
import { measureParts, parts } from './parts.ts';

const chosen = await prepareRun(parts);
const numbers = readNumbers();
const { rows, raw } = await measureParts(chosen, numbers, console.log);
await report('attack', rows, { numbers, ...raw });
