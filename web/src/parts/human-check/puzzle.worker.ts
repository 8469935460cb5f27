import type { Puzzle } from './puzzle.ts';
import { search } from './search.ts';

addEventListener('message', ({ data }: MessageEvent<Puzzle>) => postMessage(search(data)));
