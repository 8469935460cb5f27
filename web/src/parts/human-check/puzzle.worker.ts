import { type Puzzle, search } from './puzzle.ts';

addEventListener('message', ({ data }: MessageEvent<Puzzle>) => postMessage(search(data)));
