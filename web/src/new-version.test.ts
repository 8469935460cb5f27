import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { languages } from '@foyer/contract/language';

const script = readFileSync(new URL('../public/new-version.js', import.meta.url), 'utf8');

/** The texts that a page in this language shows when a new version is there. */
async function textsIn(lang: string, hasReloaded: boolean) {
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
    window: { hideProblem },
    document: {
      documentElement: { lang },
      body: { prepend },
      createElement,
      querySelector: (selector: string) => (selector === '#new-version' ? null : { src: '/assets/main-old.js' }),
    },
    fetch: async () => ({ status: 404 }),
    location: { reload() {} },
    sessionStorage: { getItem: () => (hasReloaded ? Date.now() : null), setItem() {} },
    setTimeout() {},
  });
  await vi.waitFor(() => expect(prepend).toHaveBeenCalled());
  // A page that did not start says this alone.
  expect(hideProblem).toHaveBeenCalledOnce();
  return created.map(({ textContent }) => textContent);
}

test.each([false, true])('a new version is announced in each language; reloaded before: %s', async (hasReloaded) => {
  const texts = await Promise.all(languages.map((language) => textsIn(language, hasReloaded)));
  for (const [line, button] of texts) {
    expect(line).toBeTruthy();
    expect(button).toBeTruthy();
  }
  expect(new Set(texts.map(([line]) => line)).size).toBe(languages.length);
});
