import { openLines } from './lines.mjs';
import { onServers, openPage } from './qr-pages.mjs';
import { withService } from './service.mjs';

const rounds = Number(process.env.BENCH_RACES ?? 100);
const atOnce = 200;
const without = { CALLS_PER_MINUTE: '1000000', SCAN_ASKS_PER_MINUTE: '1000000' };

/** A scan that was confirmed, asked for by two hundred at once at two nodes: one session, each time. */
export const measureRaces = () =>
  onServers('polls at once', (servers) => {
    const settings = { ...servers, ...without };
    return withService((one) => withService((other) => race(one, other), settings), settings);
  });

async function race(...origins) {
  const nodes = await Promise.all(origins.map((origin) => openLines(origin, atOnce / origins.length)));
  let sessions = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const { poll, code } = await openPage(nodes[0], round);
      await confirm(origins[0], code);
      const told = await Promise.all(Array.from({ length: atOnce }, (_, n) => ask(nodes[n % nodes.length], poll)));
      const opened = told.filter((answer) => answer.includes('"code":0,'));
      const others = told.filter((answer) => answer.includes('"code":10000024,'));
      if (opened.length + others.length !== atOnce) throw new Error(`Not an answer to a poll: ${told.join('\n')}`);
      sessions = await sessionsSeenBy(origins[0], opened[0]);
      if (opened.length !== 1 || sessions !== round + 1)
        throw new Error(`${opened.length} were let in at once, with ${sessions} sessions after ${round + 1} rounds`);
    }
  } finally {
    nodes.forEach((lines) => lines.close());
  }
  const beside = `rounds of ${atOnce}, at two nodes`;
  return [{ what: 'sessions of polls at once', ours: sessions, beside, theirs: rounds, unit: '' }];
}

const ask = (lines, question) => new Promise((resolve) => lines.ask(question, resolve));

/** Alice, with the sandbox's phone. */
async function confirm(origin, content) {
  const { scan } = await say(origin, 'scan', { content, person: 'alice' });
  await say(origin, 'answer', { scan, confirm: true });
}

async function say(origin, what, said) {
  const headers = { 'content-type': 'application/json', origin };
  const answer = await fetch(`${origin}/sandbox/phone/${what}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(said),
  });
  return answer.json();
}

async function sessionsSeenBy(origin, answer = '') {
  const [, cookie = ''] = /\r\nset-cookie: (foyer_session=[^;]+)/i.exec(answer) ?? [];
  const { data } = await (await fetch(`${origin}/api/user/accounts/me`, { headers: { cookie } })).json();
  return data?.sessions.length ?? 0;
}
