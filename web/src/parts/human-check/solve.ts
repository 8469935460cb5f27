import type { Puzzle } from './puzzle.ts';

/** Solves off the main thread; in a browser without workers, or one that blocks them, beside whatever else the page does. */
export async function solve(puzzle: Puzzle, signal: AbortSignal): Promise<number | undefined> {
  try {
    return await inWorker(puzzle, signal);
  } catch {
    const { searchInSlices } = await import('./search-in-slices.ts');
    return searchInSlices(puzzle, signal);
  }
}

function inWorker(puzzle: Puzzle, signal: AbortSignal): Promise<number | undefined> {
  const worker = new Worker(new URL('./puzzle.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<number | undefined>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<number | undefined>) => resolve(data));
    worker.addEventListener('error', reject);
    signal.addEventListener('abort', () => resolve(undefined));
    // A worker has no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ ...puzzle });
  }).finally(() => worker.terminate());
}
