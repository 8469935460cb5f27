import { setTimeout as pause } from 'node:timers/promises';
import { createBrowser } from '../browser.ts';
import { badAnswers, giveBadAnswer } from './bad-answers.ts';
import { withPage } from '../../chromium.ts';
import { walks } from './page-walks.ts';
import { peopleOf } from '../people/people.ts';
import type { Page } from '@playwright/test';
import type { Installation } from '../installation.ts';
import type { Numbers } from '../numbers.ts';
import type { Walk } from './page-walks.ts';

/** A page must have come to an end after so long by its own clock. */
const patience = 15_000;
const realAttempts = 200;
/** Generous, because a busy machine must not fail a run. */
const patienceOfRun = 60_000;

/** Answers every call of a page badly, in a real browser. */
export async function measurePageFaults(
  installation: Installation,
  { badKinds, badAnswers: wanted }: Numbers,
  print: (line: string) => void,
) {
  const { publicUrl } = installation;
  const kinds = Object.keys(badAnswers).filter((_, n, all) => n % Math.ceil(all.length / badKinds) === 0);
  const found = { blank: [] as string[], errors: [] as string[], stuck: [] as string[], elsewhere: [] as string[] };
  const given = new Set<string>();
  await withPage(publicUrl, async (page) => {
    page.setDefaultTimeout(patienceOfRun);
    await page.clock.install();
    await page.addInitScript(timeoutsByPageClock);
    // A page goes on where the person was; each case begins anew.
    await page.addInitScript(forgetEverything);
    const session = await openSession(installation);
    for (const walk of walks.filter(({ name }) => name.includes(process.env.ATTACK_FILTER ?? ''))) {
      for (const kind of kinds) {
        let stuck = await tryOut(page, walk, kind, session);
        // On a busy machine a real answer may arrive after the page has stopped waiting by the clock that is moved here.
        if (stuck.length > 0 && walk.real) stuck = await tryOut(page, walk, kind, session);
        found.stuck.push(...stuck);
      }
      print(`${kinds.length} bad answers to every call: ${walk.name}`);
    }
  });
  const calls = new Set([...given].map((pair) => pair.split(' with ')[0]));
  const none = (number: string, list: readonly string[]) => ({
    number,
    bar: '0',
    result: `${list.length}`,
    isMet: list.length === 0,
  });
  return {
    rows: [
      { number: 'bad answers to the page', bar: `${wanted}`, result: `${given.size}`, isMet: given.size >= wanted },
      none(`blank pages after bad answers to ${calls.size} calls`, found.blank),
      none('errors that the page did not handle', found.errors),
      none('pages that wait for more than 15 s', found.stuck),
      none('pages that run a script or lead elsewhere', found.elsewhere),
    ],
    raw: { pageFaults: { calls: [...calls], ...found } },
  };

  /** Returns what the page waits for without end. */
  async function tryOut(
    page: Page,
    { name, path, reaches, signedIn, real = [], fine = {}, act }: Walk,
    kind: string,
    session: Session,
  ) {
    const about = `${name} with ${kind}`;
    const stuck: string[] = [];
    const onError = (error: Error) => found.errors.push(`${about}: ${error.message}`);
    page.on('pageerror', onError);
    await page.context().clearCookies();
    if (signedIn) await page.context().addCookies(session);
    await page.route('**/api/**', (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      if (real.some((end) => pathname.endsWith(end))) return route.continue();
      const [, data] = Object.entries(fine).find(([end]) => pathname.endsWith(end)) ?? [];
      if (data !== undefined) return route.fulfill({ json: { code: 0, message: '', data } });
      given.add(`${request.method()} ${pathname} with ${kind}`);
      return giveBadAnswer(route, kind);
    });
    await page.route(/^https?:\/\/(?!localhost)/, (route) => {
      found.elsewhere.push(`${about}: ${route.request().url()}`);
      return route.abort();
    });
    const reached = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(reaches));
    reached.catch(() => {});
    // The same URL with another part behind `#` would not be loaded again.
    await page.goto('about:blank');
    await page.goto(path, { waitUntil: 'load' });
    await act?.(page).catch((error: Error) => stuck.push(`${about}: ${error.message.split('\n')[0]}`));
    await reached.catch(() => stuck.push(`${about}: ${reaches} was not called`));
    const state = await stateAfterWait(page);
    if (state.isBlank) found.blank.push(about);
    if (state.isWaiting) stuck.push(`${about}: ${state.isWaiting}`);
    if (state.isPwned || !page.url().startsWith(publicUrl)) found.elsewhere.push(`${about}: ${page.url()}`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    page.off('pageerror', onError);
    return stuck;
  }
}

/**
 * Moves the clock of the page, so that nothing waits. Answers of the service and the work of other threads take real time:
 * a page that still waits gets some of it.
 */
async function stateAfterWait(page: Page) {
  let state: ReturnType<typeof lookAtPage> = { isBlank: false, isPwned: false, isWaiting: 'It could not be read.' };
  for (let attempt = 0; attempt <= realAttempts; attempt++) {
    await page.clock.runFor(patience / 4);
    await pause(attempt < 4 ? 10 : 100);
    if (attempt < 3) continue;
    // A page that is just being left cannot be read.
    state = await page.evaluate(lookAtPage).catch(() => state);
    if (!state.isWaiting) break;
  }
  return state;
}

/** The cookies of a person who is signed in and, by their browser, has just registered. */
type Session = Awaited<ReturnType<typeof openSession>>;

async function openSession(installation: Installation) {
  const browser = createBrowser(installation);
  await peopleOf(installation).signIn(browser, 'fay@example.com');
  const cookies = [...browser.jar, ['foyer_registered', '1'] as const];
  return cookies.map(([name, value]) => ({ name, value, url: installation.publicUrl }));
}

/** Runs in the browser: an empty page has no storage. */
function forgetEverything() {
  if (location.protocol === 'about:') return;
  localStorage.clear();
  sessionStorage.clear();
}

/** Runs in the browser. It names no function, because the loader would add a call to a helper of its own that only Node has. */
function lookAtPage() {
  // Behind a dialog the form waits for its end.
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const waiting = [...scope.querySelectorAll('[aria-busy=true]')].find(
    (element) => element.checkVisibility() && element.getClientRects().length > 0,
  );
  return {
    isBlank: document.body.innerText.trim().length < 20,
    isWaiting: waiting?.outerHTML.slice(0, 200),
    isPwned: Reflect.get(window, 'pwned') !== undefined,
  };
}

/** Runs in the browser: the page clock moves `setTimeout`, but not `AbortSignal.timeout`. */
function timeoutsByPageClock() {
  AbortSignal.timeout = (duration) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(new DOMException('late', 'TimeoutError')), duration);
    return abort.signal;
  };
}
