import { createBrowser } from './browser.mjs';
import { requestMaker } from './fuzz-requests.mjs';
import { sendHttp } from './http.mjs';
import { peopleOf } from './people.mjs';
import { createRandom } from './random.mjs';

/** @import { FuzzedRequest } from './fuzz-requests.mjs' */
/** @import { Installation } from './installation.mjs' */
/** @import { Numbers } from './numbers.mjs' */

const seed = 20261116;
const concurrency = 16;
/** Sessions are ended by the requests themselves, so that new ones are opened now and then. */
const signInEvery = 250;
const principals = ['13800138000', 'fay@example.com', '13800138006', '13800138017', '13800138019'];
/** What no answer may tell: code, SQL, files and hosts of the service. */
const leak =
  /\n\s+at |node_modules|node:internal|\.m?[jt]s:\d|\b(?:select|insert into|update) "|\bpg_\w|relation "|drizzle|fastify|valibot|ECONN|ENOENT|127\.0\.0\.1|\/usr\/|\/tmp\/|TypeError|ReferenceError|SyntaxError|undefined is not/i;

/**
 * Sends requests that are made from the API description, right and wrong ones.
 * @param {Installation} installation @param {Numbers} numbers @param {(line: string) => void} print
 */
export async function measureFuzz(installation, numbers, print) {
  const { origins, publicUrl } = installation;
  const description = await (await fetch(`${publicUrl}/api/openapi.json`)).json();
  const { signIn } = peopleOf(installation);
  const random = createRandom(seed);
  const make = requestMaker(description, random);
  /** Handles that answers have given, the newest last. */
  const handles = [];
  let cookies = [''];
  const found = { failed: [], noAnswer: [], notJson: [], leaks: [] };
  const statuses = {};
  const calls = new Set();
  const refusalTimes = [];
  let sent = 0;

  await Promise.all(Array.from({ length: concurrency }, work));
  refusalTimes.sort((a, b) => a - b);
  const p99 = refusalTimes[Math.floor(refusalTimes.length * 0.99)] ?? 0;
  const row = (number, result, isMet = result === 0) => ({ number, bar: '0', result: `${result}`, isMet });
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
      const origin = origins[sent % origins.length];
      const usual = { origin: publicUrl, 'x-forwarded-for': `10.9.${sent & 255}.${(sent >> 8) & 255}` };
      const complete = { ...request, headers: { ...usual, ...request.headers } };
      const start = performance.now();
      const answer = await sendHttp(origin, complete).catch((error) => ({ error: error.message }));
      if (answer.status === 400) refusalTimes.push(performance.now() - start);
      judge(request, answer);
    }
  }

  /** @param {FuzzedRequest} request */
  function judge(request, answer) {
    const { call, method, path, headers, body } = request;
    const about = { call, method, path: path.slice(0, 500), headers, body: body?.slice(0, 500) };
    calls.add(call);
    if (answer.error) return void found.noAnswer.push({ ...about, error: answer.error });
    const { status, text } = answer;
    statuses[status] = (statuses[status] ?? 0) + 1;
    const problem = { ...about, status, text: text.slice(0, 500) };
    if (status >= 500) found.failed.push(problem);
    if (leak.test(text)) found.leaks.push(problem);
    const envelope = readEnvelope(text);
    const isCall = path.startsWith('/api/');
    if (isCall && !envelope && !isRedirect(status)) found.notJson.push(problem);
    if (envelope?.data) remember(envelope.data);
  }

  function remember(data) {
    for (const [, handle] of JSON.stringify(data).matchAll(/"([\w.-]{6,200})"/g)) handles.push(handle);
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

const isRedirect = (status) => status >= 300 && status < 400;

function readEnvelope(text) {
  try {
    const body = JSON.parse(text);
    return typeof body.code === 'number' && typeof body.message === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}
