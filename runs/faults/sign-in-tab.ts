import { setTimeout as pause } from 'node:timers/promises';
import { signInForm, windowOptions } from '../chromium.ts';
import { newPerson, password, register } from './people.ts';
import type { Browser, Locator, Page, Response } from '@playwright/test';
import type { Installation } from './installation.ts';

/** What has not happened after this time, in milliseconds, will never happen, also on a busy machine. */
const patience = 120_000;
/** A person for whom nothing happens presses again after this time, in milliseconds. */
const pressAgainAfter = 5000;
const maxAttempts = 10;
/** The calls that a sign-in waits for. */
const callOfSignIn = /\/api\/(login|sender)\//;
/** The problem of a page that stays dead. */
export const notStarted = 'the page does not start';
let windowCount = 0;

type Way = 'password' | 'code';
type Next = Promise<'reloaded' | 'signedIn' | 'refused'>;

export interface SignIn {
  way: Way;
  /** Why the person is not signed in. */
  problem?: string;
  reloads: number;
  /** False if a reload has lost the account. */
  typed: boolean;
  /** Counts the presses of a person for whom nothing happened. */
  repeated: number;
}

interface WayIn {
  path: string;
  personOf(installation: Installation): { mobile: string } | Promise<{ mobile: string }>;
  act(visit: { page: Page; next: Next; code: () => string }): Promise<void>;
}

/**
 * Opens the sign-in page in a new window, as a person who types the account. Returns a function that signs in there and closes
 * the window.
 */
export async function openTab(browser: Browser, installation: Installation, way: Way) {
  const { codeTo } = installation.sms;
  const { path, personOf, act } = ways[way];
  const { mobile } = await personOf(installation);
  windowCount += 1;
  const context = await browser.newContext({
    ...windowOptions,
    baseURL: installation.origin,
    // The certificate of the load balancer was made for this run.
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: { 'x-client-address': `172.17.${windowCount >> 8}.${windowCount & 255}` },
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const { account } = signInForm(page);
  const result: SignIn = { way, reloads: 0, typed: true, repeated: 0 };

  const opened = open();
  await opened.catch(() => {});
  return async function signIn(): Promise<SignIn> {
    try {
      await opened;
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const next = nextEvent(page);
        const acted = act({ page, next, code: () => codeTo(mobile) ?? '' });
        const event = await pressing(Promise.race([next, acted.then(() => next)]));
        if (event === 'signedIn') return result;
        if (event === 'refused') result.repeated += 1;
        else {
          result.reloads += 1;
          await untilStarted(page);
          result.typed &&= (await restored(account)) === mobile;
        }
      }
      throw new Error(`no sign-in in ${maxAttempts} attempts`);
    } catch (error) {
      return { ...result, problem: `${page.url()}: ${(error as Error).message}` };
    } finally {
      await context.close();
    }
  };

  /** Waits, and presses what may be pressed: a page that could not load a part tries again at any press. */
  async function pressing(awaited: Next) {
    const button = page
      .getByRole('button', { name: /^(Get verification code|Resend code|Agree and continue|Skip for now)$/ })
      .first();
    const timer = setInterval(async () => {
      result.repeated += 1;
      const isThere = await button.isEnabled({ timeout: 1 }).catch(() => false);
      await (isThere ? button.click({ timeout: pressAgainAfter }) : page.mouse.click(1, 1)).catch(() => {});
    }, pressAgainAfter);
    return awaited.finally(() => clearInterval(timer));
  }

  async function open() {
    await page.goto(path);
    await untilStarted(page);
    await account.fill(mobile);
  }
}

/** How a person signs in, and what the page asks after it. */
const ways: Record<Way, WayIn> = {
  password: {
    path: '/login/web?preLoginWay=user',
    personOf: newAccount,
    async act({ page, next }) {
      const form = signInForm(page);
      await form.password.fill(password);
      await form.submit.click();
      await answer(page, next, ['Agree and continue']);
    },
  },
  // The code makes an account. The page loads the part that requests it when the button is pressed.
  code: {
    path: '/login/web?preLoginWay=authCode',
    personOf: newPerson,
    async act({ page, next, code }) {
      const sent = page.waitForResponse((response) => response.url().endsWith('/sender/mobile/v3') && response.ok());
      // What is still busy meets the error later.
      sent.catch(() => {});
      // A page that has loaded itself again knows that a code was sent.
      await page.getByRole('button', { name: /^(Get verification code|Resend code)$/ }).click();
      if (!(await isBefore(next, sent))) return;
      await page.locator('input[autocomplete~="one-time-code"]').first().fill(code());
      await answer(page, next, ['Agree and continue', 'Skip for now']);
    },
  },
};

/** A person who has registered. Without an answer from the service, a person gives up, and the next one tries. */
async function newAccount(installation: Installation) {
  for (;;) {
    const person = await register(installation, () => {});
    if (person.ouid) return person;
  }
}

/** Presses these buttons, each as soon as it is there. */
async function answer(page: Page, next: Next, names: readonly string[]) {
  for (const name of names) {
    const button = page.getByRole('button', { name });
    if (!(await isBefore(next, button.waitFor()))) return;
    await button.click();
  }
}

/** Whether something happens before the page leads elsewhere. */
const isBefore = (next: Next, event: Promise<unknown>) =>
  Promise.race([event.then(() => true), next.then(() => false)]);

/** What follows: the page that a sign-in leads to, the sign-in page again, or an answer that the service cannot help. */
function nextEvent(page: Page): Next {
  const isFault = (response: Response) => callOfSignIn.test(response.url()) && response.status() >= 500;
  const next = Promise.race([
    page
      .waitForEvent('load')
      .then(() => (new URL(page.url()).pathname === '/login/web' ? ('reloaded' as const) : ('signedIn' as const))),
    page.waitForResponse(isFault).then(() => 'refused' as const),
  ]);
  // What is still busy meets the error later.
  next.catch(() => {});
  return next;
}

/** The account once its field has started, which it does after the page around it. */
async function restored(field: Locator) {
  const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'));
  while (!(await field.evaluate(isHydrated))) await pause(100);
  return field.inputValue();
}

/** Waits until the form works. On a busy machine a page says that it did not start, and starts later. */
async function untilStarted(page: Page) {
  const started = page.waitForFunction(() => {
    const tabs = [...document.querySelectorAll('[role=tablist]')].pop();
    return tabs !== undefined && Object.keys(tabs).some((key) => key.startsWith('__react'));
  });
  await started.catch(async (error: Error) => {
    throw (await page.locator('p.noscript').count()) > 0 ? new Error(notStarted) : error;
  });
}
