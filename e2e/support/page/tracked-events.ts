import { type Page, expect } from '@playwright/test';
import type { PageEvent } from '@foyer/contract/flows/events';

const storageKey = 'beaconsOfThisTest';

/** Records every beacon of the page in its local storage, which survives a navigation. The beacon is still sent. */
export async function recordBeacons(page: Page) {
  await page.addInitScript((key) => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      const recorded = localStorage.getItem(key) ?? '';
      localStorage.setItem(key, `${recorded}${url} ${typeof body === 'string' ? body : ''}\n`);
      return send(url, body);
    };
  }, storageKey);
}

/** Makes the page send its pending events, as it does when it is left, and returns all recorded beacons. */
async function recordedBeacons(page: Page): Promise<string> {
  return page.evaluate((key) => {
    dispatchEvent(new Event('pagehide'));
    return localStorage.getItem(key) ?? '';
  }, storageKey);
}

/** The events of a page that tracks some. They wait until the module that sends them is loaded. */
export async function recordedEvents(page: Page): Promise<PageEvent[]> {
  await expect.poll(() => recordedBeacons(page)).not.toBe('');
  const lines = (await recordedBeacons(page)).split('\n').filter(Boolean);
  return lines.flatMap((line) => JSON.parse(line.slice(line.indexOf(' '))).events);
}
