import { seconds } from '@foyer/contract/time';

const size = 200;

/** Everybody does the same at the same moment. */
export const concurrently = <Result>(act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: size }, (_, index) => act(index)));

/** How long a crowd may take on a busy machine. */
export const patience = seconds(60);
