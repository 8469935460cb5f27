import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { adviceOn, provide } from '../scripts/machine.mjs';
import { withServers } from '../scripts/private-servers.mjs';
import { askEvery, askWithoutPause } from './asking.mjs';
import { openLines } from './lines.mjs';
import { withService } from './service.mjs';

const needed = ['postgres', 'redis'];
const pages = Number(process.env.BENCH_PAGES ?? 12_000);
/** How often a page asks, and how late one answer in a hundred may be. */
const every = 3000;
const lateAtMost = 200;
const atOnce = 64;
const duration = 5000;
const fingerprint = 'bench';

/** Pages that show a code and ask whether it was scanned, beside a route that does nothing asked by the same asker. */
export async function measureOpenPages() {
  const found = await provide(needed);
  const missing = needed.filter((name) => !found[name]);
  if (missing.length) {
    console.log(`open QR pages: not measured. ${missing.map(adviceOn).join(' ')}`);
    return [];
  }
  return withServers(found, ({ TEST_DATABASE_URL, TEST_REDIS_URL }) =>
    withService(measure, {
      DATABASE_URL: TEST_DATABASE_URL,
      REDIS_URL: TEST_REDIS_URL,
      TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
      LOG_LEVEL: 'info',
      // As people have them: every page comes from an address of its own.
      CALLS_PER_MINUTE: '',
    }),
  );
}

async function measure(origin) {
  const bare = fork(fileURLToPath(new URL('bare-route.mjs', import.meta.url)));
  const [bareOrigin] = await once(bare, 'message');
  const lines = await openLines(origin, atOnce);
  const bareLines = await openLines(bareOrigin, atOnce);
  try {
    const polls = { questions: await openPages(lines), isRight: saysNothingYet };
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

/** Each page in a browser of its own, from an address of its own. Answers how each of them asks. */
async function openPages(lines) {
  const open = (n) =>
    new Promise((resolve, reject) => {
      lines.ask(request(`/api/login/oauth/request/ALIPAY_MINI?fingerprint=${fingerprint}`, n), (answer) => {
        const [, cookie] = /\r\nset-cookie: ([^;]+)/i.exec(answer) ?? [];
        const [, loginId] = /"loginId":"([^"]+)"/.exec(answer) ?? [];
        if (!cookie || !loginId) return reject(new Error(`No code to scan: ${answer}`));
        resolve(request(`/api/thirdparty/alipaymini/result?loginId=${loginId}&fingerprint=${fingerprint}`, n, cookie));
      });
    });
  return Promise.all(Array.from({ length: pages }, (_, n) => open(n)));
}

const saysNothingYet = (answer) => answer.includes('"code":400,') && answer.includes('"scanned":false');

/** What a browser sends through a proxy, no more and no less. */
const request = (path, n, cookie) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Accept: */*',
    'Accept-Language: zh-CN,zh;q=0.9,en;q=0.8',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Dest: empty',
    'X-Tsign-Open-Language: zh-CN',
    ...(cookie ? [`Cookie: ${cookie}; foyer_language=zh-CN`] : []),
    `X-Forwarded-For: 10.${(n >> 14) & 255}.${(n >> 7) & 127}.${(n & 127) + 1}`,
    '\r\n',
  ].join('\r\n');

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
