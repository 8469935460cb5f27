import type { Page, Request } from '@playwright/test';
import type { Call } from '@foyer/contract/call';

/** Holds back every request to a URL until the returned function is called. */
export async function hold(page: Page, url: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export const holdRequests = (page: Page, path: string) => hold(page, `**/api${path}`);

/** The service handles the next request to a path, but its response is lost. */
export const dropResponse = (page: Page, path: string) =>
  page.route(
    `**/api${path}`,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );

/** The requests of one call from now on. */
export function watchCall(page: Page, { method, path }: Call): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === `/api${path}`) requests.push(request);
  });
  return requests;
}

/** Calls for the QR code, passkeys in the autofill, banners, articles and analytics: the page makes them at times of its own. */
const background =
  /^\/api\/(login\/oauth\/request\/|login\/passkey\/options$|thirdparty\/)|\/banners\/|\/columns|\/v1\/events$/;

/** All calls from now on, in order, without those that the page makes in the background. */
export function watchCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !background.test(pathname)) calls.push(request);
  });
  return calls;
}

export const pathsOf = (calls: Request[]) => calls.map((call) => new URL(call.url()).pathname.slice('/api'.length));

/** The request bodies of the calls to a path. */
export const bodiesOf = (calls: Request[], path: string) =>
  calls.filter((call) => pathsOf([call])[0] === path).map((call) => call.postDataJSON());

/**
 * Returns a function that lists the files of this name that the page has loaded since. A page that restores a step has
 * requested its files by the time it is hydrated, so a test that expects no step need not wait longer.
 */
export function watchAssets(page: Page, name: string) {
  const urls: string[] = [];
  page.on('request', (request) => void (request.url().includes(`/assets/${name}`) && urls.push(request.url())));
  return async () => {
    await waitForRequestEvents(page);
    return urls;
  };
}

/** Returns a function that lists the URLs that the page has navigated to since. */
export function watchNavigations(page: Page) {
  const urls: string[] = [];
  page.on('request', (request) => void (request.isNavigationRequest() && urls.push(request.url())));
  return async () => {
    await waitForRequestEvents(page);
    return urls;
  };
}

/** Waits until the test has the events of all requests so far: sends one more and waits for its response. */
async function waitForRequestEvents(page: Page) {
  await page.evaluate(() => fetch('/healthz'));
}
