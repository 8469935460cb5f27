import { largestFirstLoad, reactBaseline } from '../scripts/first-load.mjs';

/** How much of the first load is React's own weight. */
export async function measurePage() {
  const { total } = await largestFirstLoad();
  return [
    {
      what: 'first load of /login/web',
      ours: total / 1000,
      beside: 'React alone',
      theirs: (await reactBaseline()).brotli / 1000,
      unit: 'kB',
    },
  ];
}
