import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { languages } from '@foyer/contract/language';

const script = readFileSync(new URL('../public/new-version.js', import.meta.url), 'utf8');

interface Page {
  lang: string;
  hasReloaded?: boolean;
  /** What is answered for the page's own script. */
  status?: number;
  loadError?: Error | undefined;
}

/** The texts that a page shows when its own script or a part has not loaded. */
async function textsOf({ lang, hasReloaded = false, status = 404, loadError }: Page) {
  const created: { textContent: string }[] = [];
  const createElement = () => {
    const element = {
      textContent: '',
      setAttribute() {},
      addEventListener() {},
      appendChild: <Child>(child: Child) => child,
    };
    created.push(element);
    return element;
  };
  const prepend = vi.fn<() => void>();
  const hideProblem = vi.fn<() => void>();
  runInNewContext(script, {
    window: { hideProblem, loadError },
    document: {
      documentElement: { lang },
      body: { prepend },
      createElement,
      querySelector: (selector: string) => (selector === '#new-version' ? null : { src: '/assets/main-old.js' }),
    },
    fetch: async () => ({ status }),
    location: { reload() {} },
    sessionStorage: { getItem: () => (hasReloaded ? Date.now() : null), setItem() {} },
    setTimeout() {},
  });
  // The answer is there at once.
  await setImmediate();
  expect(prepend).toHaveBeenCalledTimes(created.length > 0 ? 1 : 0);
  // A page that did not start says this alone.
  expect(hideProblem).toHaveBeenCalledTimes(created.length > 0 ? 1 : 0);
  return created.map(({ textContent }) => textContent);
}

test.each([false, true])('a new version is announced in each language; reloaded before: %s', async (hasReloaded) => {
  const texts = await Promise.all(languages.map((lang) => textsOf({ lang, hasReloaded })));
  for (const [line, button] of texts) {
    expect(line).toBeTruthy();
    expect(button).toBeTruthy();
  }
  expect(new Set(texts.map(([line]) => line)).size).toBe(languages.length);
});

test.each([
  ['no node has it', 404, true, true],
  ['no node has it, and the page works', 404, false, true],
  ['the node that has it is left out', 502, true, true],
  ['the node that has it is left out, and the page works', 502, false, false],
  ['it is there', 200, true, false],
  ['the service is busy', 503, true, false],
])('the page is loaded again for a script of which %s', async (_, status, isDead, says) => {
  const loadError = isDead ? undefined : new Error('a part');
  expect(await textsOf({ lang: 'en-US', status, loadError })).toHaveLength(says ? 2 : 0);
});
