import { seconds } from '@foyer/contract/time';

const size = 200;

/** Runs the same action many times at once. */
export const concurrently = <Result>(act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: size }, (_, index) => act(index)));

/** The timeout for such a test on a busy machine. */
export const concurrencyTimeout = seconds(60);
