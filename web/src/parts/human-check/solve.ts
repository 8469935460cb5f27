import type { Puzzle } from './puzzle.ts';

/** Solves off the main thread. A browser without workers, or one that blocks them, gives undefined. */
export function solve(puzzle: Puzzle, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(new URL('./puzzle.worker.ts', import.meta.url), { type: 'module' });
      const end = (number?: number) => {
        worker.terminate();
        resolve(number);
      };
      worker.addEventListener('message', ({ data }: MessageEvent<number | undefined>) => end(data));
      worker.addEventListener('error', () => end());
      signal.addEventListener('abort', () => end());
      // A worker has no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ ...puzzle });
    } catch {
      resolve(undefined);
    }
  });
}
