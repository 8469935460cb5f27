import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';
import { aboveFloorInFiles } from '../../../scripts/browser-floor/check.mjs';
import { missingInterfaces, missingSelectors } from '../../../scripts/browser-floor/missing.mjs';
import { withoutNewerStyles } from '../../../scripts/browser-floor/styles.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Playwright needs it in the page. */
const needed = /\/Big(Int|Uint)64Array/;
const oldStyles = new Map<string, string>();

/** Takes from the browser what the oldest supported ones lack: interfaces, options, selectors, styles and `<dialog>`. */
export async function makeOldest(context: BrowserContext) {
  await takeAway(
    context,
    missingInterfaces.filter((path) => !needed.test(path)),
    missingSelectors,
  );
  await context.route(
    (url) => /\.css$|^\/(?!api|assets)/.test(url.pathname),
    async (route) => {
      const isStyle = route.request().resourceType() === 'stylesheet';
      if (!isStyle && route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch({ maxRedirects: 0 });
      // Fails when the page has gone on.
      const body = await response.text().catch(() => '');
      if (isStyle) return route.fulfill({ response, body: older(body) });
      await route.fulfill({
        response,
        body: body.replace(/(<style>)([^]*?)(<\/style>)/g, (_, start, css, end) => start + older(css) + end),
      });
    },
  );
}

/**
 * What the built scripts use although one of the oldest browsers lacks it, and four that they did not do without before. Two
 * that every browser has together are one entry.
 */
export function usedInterfaces(): string[][] {
  const idle = ['api/Window/requestIdleCallback', 'api/Window/cancelIdleCallback'];
  const used = [...aboveFloorInFiles(join(root, 'dist/web')).keys()].filter((path) => missingInterfaces.includes(path));
  const alone = [
    'api/URL/canParse_static',
    'api/AbortSignal/any_static',
    'api/AbortSignal/timeout_static',
    'javascript/builtins/Object/hasOwn',
    ...used.filter((path) => !idle.includes(path)),
  ];
  return [idle, ...alone.map((path) => [path])];
}

/** Removes interfaces, by their paths in the data of MDN, before any script of the page runs. */
export const takeAway = (context: BrowserContext, interfaces: readonly string[], selectors: readonly string[] = []) =>
  context.addInitScript(removeFromWindow, { interfaces, selectors });

/** Cached, because the same few style sheets are loaded by all pages. */
function older(css: string) {
  const known = oldStyles.get(css);
  if (known !== undefined) return known;
  const changed = unknownDialog + withoutNewerStyles(css);
  oldStyles.set(css, changed);
  return changed;
}

/** An element that the browser does not know has no styles: those of the page are stronger than these. */
const unknownDialog = `:where(dialog) {
  position: static; inset: auto; display: inline; width: auto; height: auto; max-width: none; max-height: none;
  margin: 0; padding: 0; border: 0; background: none; color: inherit; overflow: visible;
}`;

/** Runs in the browser. */
function removeFromWindow({ interfaces, selectors }: { interfaces: readonly string[]; selectors: readonly string[] }) {
  const isOwner = (value: unknown): value is object => Object(value) === value;
  const get = (owner: unknown, name: string): unknown => (isOwner(owner) ? Reflect.get(owner, name) : undefined);
  const remove = (owner: unknown, name: string) => isOwner(owner) && Reflect.deleteProperty(owner, name);
  for (const path of interfaces) {
    const names = path.replace(/^(api|javascript\/builtins)\//, '').split('/');
    const home = names.length > 1 && names[0] === 'Intl' ? (names.shift(), Intl) : globalThis;
    const [first = '', second] = names;
    const owner = first === 'TypedArray' ? Object.getPrototypeOf(Uint8Array) : get(home, first);
    if (second === undefined) remove(home, first);
    else if (first === 'Window') remove(globalThis, second);
    else if (second.endsWith('_static')) remove(owner, second.slice(0, -'_static'.length));
    else {
      if (!path.startsWith('api')) remove(owner, second);
      remove(get(owner, 'prototype'), second);
    }
  }
  if (!selectors.length) return;

  const unknown = new RegExp(`:(?:${selectors.join('|')})(?![\\w-])|:not\\([^()]*,`);
  const check = (selector: string) => {
    if (unknown.test(selector)) throw new DOMException(`'${selector}' is not a valid selector.`, 'SyntaxError');
  };
  for (const prototype of [Document.prototype, DocumentFragment.prototype, Element.prototype])
    for (const name of ['querySelector', 'querySelectorAll', 'closest', 'matches'] as const) {
      const method = Object.getOwnPropertyDescriptor(prototype, name)?.value as
        | ((selector: string) => unknown)
        | undefined;
      if (!method) continue;
      Object.assign(prototype, {
        [name](this: unknown, selector: string) {
          check(selector);
          return method.call(this, selector);
        },
      });
    }

  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const { signal: _, ...known } = typeof options === 'boolean' ? { capture: options } : { ...options };
    addEventListener.call(this, type, listener, known);
  };
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    if (name !== 'inert' && name !== 'closedby') setAttribute.call(this, name, value);
  };
}
