import type { Page, Request } from '@playwright/test';

/** Keeps a call from reaching the service until it is let go. */
export async function holdBack(page: Page, path: string) {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(`**/api${path}`, async (route) => {
    await gone;
    await route.continue();
  });
  return letGo;
}

/** Every call from here on, in order. */
export function watchCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request);
  });
  return calls;
}

export const pathsOf = (calls: Request[]) => calls.map((call) => new URL(call.url()).pathname.slice('/api'.length));

/** What was said in each call to a path. */
export const saidTo = (calls: Request[], path: string) =>
  calls.filter((call) => pathsOf([call])[0] === path).map((call) => call.postDataJSON());

/** Where the page has set out for since. */
export function watchLeaving(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => void (request.isNavigationRequest() && asked.push(request.url())));
  return async () => {
    // What it asked for before this question has been heard of when this is answered.
    await page.evaluate(() => fetch('/healthz'));
    return asked;
  };
}
