import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { askEvery, askWithoutPause } from './asking.mjs';
import { openLines } from './lines.mjs';
import { onServers, openPages, request } from './qr-pages.mjs';
import { withService } from './service.mjs';

const pages = Number(process.env.BENCH_PAGES ?? 12_000);
/** How often a page asks, and how late one answer in a hundred may be. */
const every = 3000;
const lateAtMost = 200;
const atOnce = 64;
const duration = 5000;

/** Pages that show a code and ask whether it was scanned, beside a route that does nothing asked by the same asker. */
export const measureOpenPages = () =>
  onServers('open QR pages', (servers) =>
    // As people have them: every page comes from an address of its own, and is logged.
    withService(measure, { ...servers, LOG_LEVEL: 'info', CALLS_PER_MINUTE: '' }),
  );

async function measure(origin) {
  const bare = fork(fileURLToPath(new URL('bare-route.mjs', import.meta.url)));
  const [bareOrigin] = await once(bare, 'message');
  const lines = await openLines(origin, atOnce);
  const bareLines = await openLines(bareOrigin, atOnce);
  try {
    const questions = (await openPages(lines, pages)).map(({ poll }) => poll);
    const polls = { questions, isRight: saysNothingYet };
    const nothing = { questions: [request('/', 1)], isRight: (answer) => answer.startsWith('HTTP/1.1 200') };
    const ours = [];
    const theirs = [];
    // In turns, so that a noisy minute falls on both.
    for (let round = 0; round < 2; round++) {
      theirs.push(await fastest(bareLines, nothing, () => cpuOfChild(bare)));
      ours.push(await fastest(lines, polls, () => cpuOfService(origin)));
    }
    const most = (figures, name) => Math.max(...figures.map((figure) => figure[name]));
    const least = (figures, name) => Math.min(...figures.map((figure) => figure[name]));
    const held = await pagesHeld(lines, polls, most(ours, 'perSecond'));
    const beside = 'a bare Fastify route';
    return [
      { what: 'QR polls', ours: most(ours, 'perSecond'), beside, theirs: most(theirs, 'perSecond'), unit: '/s' },
      { what: 'CPU of a QR poll', ours: least(ours, 'cpu'), beside, theirs: least(theirs, 'cpu'), unit: 'µs' },
      { what: 'open QR pages', ours: held.pages, beside: `${held.told}; the aim`, theirs: 10_000, unit: '' },
    ];
  } finally {
    lines.close();
    bareLines.close();
    bare.kill();
  }
}

async function fastest(lines, asking, cpu) {
  const before = await cpu();
  const { perSecond, answered, wrong } = await askWithoutPause(lines, { ...asking, atOnce, duration });
  if (wrong) throw new Error(`${wrong} of ${answered} answers were not what they should be`);
  return { perSecond, cpu: ((await cpu()) - before) / answered };
}

/** The most pages, from what the service answers at best downwards, that all have their answers in time. */
async function pagesHeld(lines, { questions, isRight }, perSecond) {
  const best = Math.min(questions.length, Math.floor((perSecond * every) / 1000));
  const tried = [];
  for (let share = 1; share > 0.3; share -= 0.1) {
    const count = Math.floor((best * share) / 100) * 100;
    const { p50, p99, wrong } = await askEvery(lines, {
      questions: questions.slice(0, count),
      isRight,
      every,
      rounds: 3,
    });
    const told = `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms`;
    if (wrong === 0 && p99 <= lateAtMost) return { pages: count, told };
    tried.push(`${count}: ${told}, ${wrong} wrong`);
  }
  throw new Error(`However few pages, answers came late: ${tried.join('; ')}`);
}

const saysNothingYet = (answer) => answer.includes('"code":400,') && answer.includes('"scanned":false');

/** Microseconds that the service has had so far. */
async function cpuOfService(origin) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)[1]) * 1e6;
}

async function cpuOfChild(child) {
  child.send('cpu');
  const [used] = await once(child, 'message');
  return used;
}
