// Takes the limit of codes to all recipients out of the built service as it is loaded: `node --import` of this file.
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const guard = 'await consumeQuotas(Object.values(wanted))';
const without = 'await consumeQuotas(Object.values(wanted).filter((quota) => quota !== wanted.total))';

// The loader of Node runs `load` in a thread of its own.
if (isMainThread) register(import.meta.url);

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  const module = await nextLoad(url, context);
  if (!url.endsWith('/dist/server/main.mjs')) return module;
  const source = readFileSync(new URL(url), 'utf8');
  if (!source.includes(guard)) throw new Error(`${url} does not contain: ${guard}`);
  return { ...module, source: source.replace(guard, () => without) };
}
