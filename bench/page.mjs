import { heaviestFirstLoad, reactFloor } from '../scripts/first-load.mjs';

/** How much of the first load is React's own weight. */
export async function measurePage() {
  const { total } = await heaviestFirstLoad();
  return [
    {
      what: 'first load of /login/web',
      ours: total / 1000,
      beside: 'React alone',
      theirs: (await reactFloor()).brotli / 1000,
      unit: 'kB',
    },
  ];
}
