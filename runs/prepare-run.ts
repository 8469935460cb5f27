import { buildIfStale } from '../scripts/support/build-if-stale.mjs';
import { exitOnSignals } from '../scripts/support/child-processes.mjs';
import { root } from '../scripts/support/root.mjs';

/**
 * Returns the parts that the arguments of the command name, or all of them, once the service is built. An unknown name ends
 * the command.
 */
export async function prepareRun<Part extends { name: string }>(parts: readonly Part[]) {
  const wanted = process.argv.slice(2);
  const names = parts.map(({ name }) => name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length) {
    console.error(`Unknown part: ${unknown.join(', ')}. Parts: ${names.join(', ')}.`);
    process.exit(2);
  }
  process.chdir(root);
  exitOnSignals();
  await buildIfStale();
  return parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
}
