import { randomBytes } from 'node:crypto';
import { openLines } from './lines.mjs';
import { onServers, openPages } from './qr-pages.mjs';
import { withService } from './service.mjs';

const guesses = Number(process.env.BENCH_GUESSES ?? 100_000);
const pages = 1000;
const atOnce = 64;
/** Out of the way: that nobody may ask so often is another guard. */
const without = { CALLS_PER_MINUTE: '1000000', SCAN_ASKS_PER_MINUTE: '1000000' };

/** Handles guessed by browsers that show codes of their own, while a thousand codes can be scanned. */
export const measureGuesses = () =>
  onServers('guessed handles', (servers) =>
    withService(
      async (origin) => {
        const lines = await openLines(origin, atOnce);
        try {
          return [
            {
              what: 'guessed handles that read',
              ours: await hits(lines),
              beside: 'guesses',
              theirs: guesses,
              unit: '',
            },
          ];
        } finally {
          lines.close();
        }
      },
      { ...servers, ...without },
    ),
  );

async function hits(lines) {
  const asking = await openPages(lines, pages);
  let asked = 0;
  let answered = 0;
  let read = 0;
  return new Promise((resolve, reject) => {
    const next = () => {
      if (asked === guesses) return;
      const { pollFor } = asking[asked++ % pages];
      lines.ask(pollFor(randomBytes(32).toString('base64url')), hear);
    };
    function hear(answer) {
      if (/"code":(0|400),/.test(answer)) read += 1;
      else if (!answer.includes('"code":10000024,')) reject(new Error(`Not an answer to a guess: ${answer}`));
      if (++answered === guesses) resolve(read);
      next();
    }
    for (let n = 0; n < atOnce; n++) next();
  });
}
