import type { Puzzle } from './puzzle.ts';

/** Solves in a worker, or on the main thread where workers are missing or blocked. */
export async function solve(puzzle: Puzzle, signal: AbortSignal): Promise<number | undefined> {
  try {
    return await inWorker(puzzle, signal);
  } catch {
    const { searchInSlices } = await import('./search.ts');
    return searchInSlices(puzzle, signal);
  }
}

function inWorker(puzzle: Puzzle, signal: AbortSignal): Promise<number | undefined> {
  const worker = new Worker(new URL('./puzzle.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<number | undefined>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<number | undefined>) => resolve(data));
    worker.addEventListener('error', reject);
    signal.addEventListener('abort', () => resolve(undefined));
    // `postMessage` of a worker has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ ...puzzle });
  }).finally(() => worker.terminate());
}
