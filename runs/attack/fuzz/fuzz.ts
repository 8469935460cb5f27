import { createBrowser } from '../browser.ts';
import { requestMaker } from './fuzz-requests.ts';
import { readJson } from '../../client.ts';
import { sendHttp } from '../../http.ts';
import { peopleOf } from '../people/people.ts';
import { createRandom } from './random.ts';
import type { Description, FuzzedRequest } from './fuzz-requests.ts';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';

const seed = 20261116;
const concurrency = 16;
/** Sessions are ended by the requests themselves, so that new ones are opened now and then. */
const signInEvery = 250;
const principals = ['13800138000', 'fay@example.com', '13800138006', '13800138017', '13800138019'];
/** What no answer may tell: code, SQL, files and hosts of the service. */
const leak =
  /\n\s+at |node_modules|node:internal|\.m?[jt]s:\d|\b(?:select|insert into|update) "|\bpg_\w|relation "|drizzle|fastify|valibot|ECONN|ENOENT|127\.0\.0\.1|\/usr\/|\/tmp\/|TypeError|ReferenceError|SyntaxError|undefined is not/i;

/** Sends requests that are made from the API description, right and wrong ones. */
export async function measureFuzz(installation: Installation, numbers: Numbers, print: (line: string) => void) {
  const { origins, publicUrl } = installation;
  const description: Description = JSON.parse(await (await fetch(`${publicUrl}/api/openapi.json`)).text());
  const { signIn } = peopleOf(installation);
  const random = createRandom(seed);
  const make = requestMaker(description, random);
  /** Handles that answers have given, the newest last. */
  const handles: string[] = [];
  let cookies = [''];
  const found = { failed: [] as object[], noAnswer: [] as object[], notJson: [] as object[], leaks: [] as object[] };
  const statuses: Record<number, number> = {};
  const calls = new Set<string>();
  const refusalTimes: number[] = [];
  let sent = 0;

  await Promise.all(Array.from({ length: concurrency }, work));
  refusalTimes.sort((a, b) => a - b);
  const p99 = refusalTimes[Math.floor(refusalTimes.length * 0.99)] ?? 0;
  const row = (number: string, result: number, isMet = result === 0) => ({
    number,
    bar: '0',
    result: `${result}`,
    isMet,
  });
  const callCount = Object.values(description.paths).flatMap((byMethod) => Object.keys(byMethod)).length;
  const fuzzed = { number: 'fuzzed requests', bar: `${numbers.fuzz}`, result: `${sent}`, isMet: sent >= numbers.fuzz };
  return {
    rows: [
      fuzzed,
      { number: 'calls they go to', bar: `${callCount}`, result: `${calls.size}`, isMet: calls.size === callCount },
      row('answers with 5xx', found.failed.length),
      row('requests without an answer', found.noAnswer.length),
      row('answers that are no JSON with code and message', found.notJson.length),
      row('answers that tell of the inside', found.leaks.length),
      {
        number: 'malformed requests refused within, p99',
        bar: '100 ms',
        result: `${Math.round(p99)} ms`,
        isMet: p99 < 100,
        dependsOnMachine: true,
      },
    ],
    raw: { fuzz: { seed, statuses, ...found } },
  };

  async function work() {
    while (sent < numbers.fuzz) {
      // A node that has ended is seen by the requests that follow.
      if (sent % signInEvery === 0) cookies = await openSessions().catch(() => cookies);
      sent += 1;
      if (sent % 5000 === 0) print(`${sent} fuzzed requests`);
      const request = make(handles, random.pick(cookies));
      const origin = origins[sent % origins.length]!;
      const usual = { origin: publicUrl, 'x-forwarded-for': `10.9.${sent & 255}.${(sent >> 8) & 255}` };
      const complete = { ...request, headers: { ...usual, ...request.headers } };
      const start = performance.now();
      const answer = await sendHttp(origin, complete).catch((error: Error) => ({ error: error.message }));
      if ('status' in answer && answer.status === 400) refusalTimes.push(performance.now() - start);
      judge(request, answer);
    }
  }

  function judge(request: FuzzedRequest, answer: { error: string } | { status: number; text: string }) {
    const { call, method, path, headers } = request;
    const about = { call, method, path: path.slice(0, 500), headers, body: request.body?.slice(0, 500) };
    calls.add(call);
    if ('error' in answer) return void found.noAnswer.push({ ...about, error: answer.error });
    const { status, text } = answer;
    statuses[status] = (statuses[status] ?? 0) + 1;
    const problem = { ...about, status, text: text.slice(0, 500) };
    if (status >= 500) found.failed.push(problem);
    if (leak.test(text)) found.leaks.push(problem);
    const body = envelopeIn(text);
    const isCall = path.startsWith('/api/');
    if (isCall && !body && !isRedirect(status)) found.notJson.push(problem);
    if (body?.data) remember(body.data);
  }

  function remember(data: unknown) {
    for (const [, handle] of JSON.stringify(data).matchAll(/"([\w.-]{6,200})"/g)) handles.push(handle!);
    if (handles.length > 300) handles.splice(0, 100);
  }

  async function openSessions() {
    const opened = await Promise.all(
      [random.pick(principals), random.pick(principals)].map(async (principal) => {
        const browser = createBrowser(installation);
        await signIn(browser, principal);
        return [...browser.jar].map((pair) => pair.join('=')).join('; ');
      }),
    );
    return ['', ...opened];
  }
}

const isRedirect = (status: number) => status >= 300 && status < 400;

/** Every answer of ours has a number and a text. */
function envelopeIn(text: string) {
  const body = readJson(text);
  if (typeof body !== 'object' || body === null || !('code' in body) || !('message' in body)) return undefined;
  if (typeof body.code !== 'number' || typeof body.message !== 'string') return undefined;
  return { data: 'data' in body ? body.data : undefined };
}
