import type { Page } from '@playwright/test';
import { first } from '@foyer/contract/texts/en-US/first';
import { later } from '@foyer/contract/texts/en-US/later';

const plain = 'abcdefghijklmnopqrstuvwxyz';
const accented = 'åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýž';
const accent = (letter: string) => accented[plain.indexOf(letter.toLowerCase())] ?? letter;

/** A text as a longer language with accents would have it: `Sign in` becomes `［šîĝñ îñ ～～～］`. */
export function pseudoText(text: string) {
  const letters = text.split(/(\{\w+\})/).map((part, i) => (i % 2 ? part : part.replaceAll(/[a-z]/gi, accent)));
  return `［${letters.join('')} ${'～'.repeat(Math.ceil(text.length * 0.2))}］`;
}

/** Replaces the English texts of the page by those of the pseudo-language, from the next change to English on. */
export async function servePseudoLanguage(page: Page) {
  for (const [file, texts] of Object.entries({ first, later })) {
    const translated = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]));
    await page.route(`**/assets/${file}.en-US-*.js`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export const ${file} = ${JSON.stringify(translated)};`,
      }),
    );
  }
  await page.route('**/saas-common/*/columns?*', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.data.data = json.data.data.map(translateArticle);
    await route.fulfill({ response, json });
  });
}

/** A help article as the service would send it in the pseudo-language. */
const translateArticle = <Article extends { title: string; summary: string }>(article: Article) => ({
  ...article,
  title: pseudoText(article.title),
  summary: pseudoText(article.summary),
});

/** Visible texts that do not come from the dictionary, and texts that are cut off or wider than their box. */
export function textProblems(page: Page, names: readonly string[]) {
  return page.evaluate((known) => {
    const problems: string[] = [];
    const withoutNames = (text: string) => known.reduce((rest, name) => rest.replaceAll(name, ''), text);
    const isUntranslated = (text: string) => /[A-Za-z]{3}|\p{Script=Han}/u.test(withoutNames(text));
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      getComputedStyle(element).clipPath === 'none';
    // The sandbox's drawer has texts of its own.
    const skipped = 'script, style, noscript, option, iframe, .visually-hidden, [inert], aside[aria-label="Sandbox"]';

    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const text = node.textContent!.trim();
      const element = node.parentElement!;
      if (!text || element.closest(skipped) || !isSeen(element)) continue;
      if (isUntranslated(text)) problems.push(`not from the dictionary: ${text}`);
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right } = range.getBoundingClientRect();
      if (left < -1 || right > innerWidth + 1) problems.push(`outside the window: ${text}`);
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { display, overflowY } = getComputedStyle(box);
        if (display === 'inline') continue;
        if (box.scrollWidth > box.clientWidth + 1) problems.push(`wider than ${box.className || box.tagName}: ${text}`);
        if (overflowY === 'hidden' && box.scrollHeight > box.clientHeight + 1)
          problems.push(`cut at the bottom: ${text}`);
      }
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) {
        const text = element.getAttribute(name)!;
        const isContent = element.closest(skipped) || (name === 'alt' && element.closest('a, [data-shown]'));
        if (!isContent && isSeen(element) && isUntranslated(text)) problems.push(`${name}: ${text}`);
      }
    if (document.documentElement.scrollWidth > innerWidth) problems.push('the page scrolls sideways');
    return problems;
  }, names);
}
