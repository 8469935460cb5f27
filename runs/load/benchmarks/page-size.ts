import type { Comparison } from './benchmark.ts';
import { largestFirstLoad, reactBaseline } from '../../../scripts/support/first-load.mjs';

/** Compares the size of the first load with that of React alone. */
export async function measurePageSize(): Promise<Comparison[]> {
  const { total } = await largestFirstLoad();
  const { brotli } = await reactBaseline();
  return [
    {
      name: 'first load of /login/web',
      value: total / 1000,
      baseline: 'React alone',
      baselineValue: brotli / 1000,
      unit: 'kB',
    },
  ];
}
