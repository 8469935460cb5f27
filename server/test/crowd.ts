import { seconds } from '@foyer/contract/time';

/** The embedded database has one connection and so no race to win: a few are enough to see that nothing is made twice. */
const size = process.env['TEST_DATABASE_URL'] ? 200 : 20;

/** Everybody does the same at the same moment. */
export const atOnce = <Result>(act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: size }, (_, index) => act(index)));

/** How long a crowd may take on a busy machine. */
export const patience = seconds(60);
