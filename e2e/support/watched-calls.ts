import type { Page, Request } from '@playwright/test';
import type { Call } from '@foyer/contract/call';

/** How often the page makes a call, from here on. */
export function watchCall(page: Page, { method, path }: Call): Request[] {
  const made: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === `/api${path}`) made.push(request);
  });
  return made;
}
