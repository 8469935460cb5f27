import type { Page } from '@playwright/test';
import type { PageEvent } from '@foyer/contract/flows/events';

const kept = 'beaconsOfThisTest';

/** Keeps what every page of this visit tells, word for word, where it outlives the page; it is sent all the same. */
export async function keepBeacons(page: Page) {
  await page.addInitScript((key) => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, body) => {
      localStorage.setItem(
        key,
        `${localStorage.getItem(key) ?? ''}${address} ${typeof body === 'string' ? body : ''}\n`,
      );
      return send(address, body);
    };
  }, kept);
}

/** Has the page tell what it still holds, as when it is left, and reads all that was told. */
export async function beaconsOf(page: Page): Promise<string> {
  return page.evaluate((key) => {
    dispatchEvent(new Event('pagehide'));
    return localStorage.getItem(key) ?? '';
  }, kept);
}

export async function eventsOf(page: Page): Promise<PageEvent[]> {
  const lines = (await beaconsOf(page)).split('\n').filter(Boolean);
  return lines.flatMap((line) => JSON.parse(line.slice(line.indexOf(' '))).events);
}
