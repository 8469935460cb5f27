import type { Page, Request } from '@playwright/test';

/** Keeps a call from reaching the service until it is let go. */
export async function delayResponse(page: Page, path: string) {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(`**/api${path}`, async (route) => {
    await gone;
    await route.continue();
  });
  return letGo;
}

/** What the next call asks for happens; the answer is lost on the way back. */
export const dropResponse = (page: Page, path: string) =>
  page.route(
    `**/api${path}`,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );

/** Pictures, articles and counts: asked for beside what a person does, and waited for by nobody. */
const aside = /\/banners\/|\/columns|\/v1\/events$/;

/** Every call from here on, in order, but for those and the code beside the form, which asks at times of its own. */
export function watchCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !ofTheCode.test(pathname) && !aside.test(pathname)) calls.push(request);
  });
  return calls;
}

const ofTheCode = /^\/api\/(login\/oauth\/request|thirdparty)\//;

export const pathsOf = (calls: Request[]) => calls.map((call) => new URL(call.url()).pathname.slice('/api'.length));

/** The same without those of the QR code beside the form, which goes on asking whatever a person does. */
export const formPathsOf = (calls: Request[]) =>
  pathsOf(calls).filter((path) => !path.startsWith('/thirdparty/') && !path.startsWith('/login/oauth/request/'));

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
