import { createServer } from 'node:http';
import { brotli } from '../../../scripts/support/compress.mjs';
import { buildScript } from '../../../scripts/support/first-load.mjs';
import { launchChromium } from '../../chromium.ts';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import type { Comparison } from './benchmark.ts';
import { withService } from '../client/service.ts';
import { median } from '../client/statistics.ts';

/** Milliseconds since the start of the load. */
interface Times {
  longTasks: number[];
  painted?: number;
  largest?: number;
  usable?: number;
  hydrated?: number;
  scannable?: number;
}
type PageLoad = Record<'painted' | 'largest' | 'usable' | 'hydrated' | 'scannable' | 'blocked', number>;
declare global {
  interface Window {
    times: Times;
  }
}

const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
/** Chrome's "Slow 4G", and a processor of a quarter of this one's speed. */
const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const slowdown = 4;
/** Long tasks count until this long after the page has loaded. */
const settleTime = 3000;

/**
 * Opens the sign-in page with an empty cache on a slow network and a slow processor. Its baselines are the same form as
 * plain HTML, and as React hydrating prerendered HTML: no page can be faster than the one, no page with React than the
 * other.
 */
export async function measurePageSpeed(): Promise<Comparison[]> {
  const browser = await launchChromium();
  const baselines = await serveBaselines();
  try {
    return await withService(async (origin) => {
      const pages = Object.entries({ ...baselines.urls, foyer: `${origin}/login/web` });
      const loads: Record<string, PageLoad[]> = {};
      // Rotates the order, so that a period of noise affects all. The first round only warms up.
      for (let round = 0; round <= rounds; round++) {
        for (const [name, url] of pages) {
          const load = await visit(browser, baselines.otherSite, url);
          if (round > 0) (loads[name] ??= []).push(load);
        }
        pages.push(pages.shift()!);
      }
      const of = (name: string, figure: keyof PageLoad) => median((loads[name] ?? []).map((load) => load[figure]));
      const row = (name: string, figure: keyof PageLoad, baseline: string, page: string) => ({
        name,
        value: of('foyer', figure),
        baseline,
        baselineValue: of(page, figure),
        unit: 'ms',
      });
      return [
        row('first paint', 'painted', 'plain HTML', 'html'),
        row('account field usable', 'usable', 'plain HTML', 'html'),
        row('form hydrated', 'hydrated', 'React form', 'react'),
        row('main thread blocked', 'blocked', 'React form', 'react'),
        { ...row('QR code scannable', 'scannable', 'its first paint', 'foyer'), baselineValue: of('foyer', 'painted') },
        { ...row('largest paint', 'largest', 'its first paint', 'foyer'), baselineValue: of('foyer', 'painted') },
      ];
    });
  } finally {
    baselines.close();
    await browser.close();
  }
}

/**
 * Types into the account field as soon as it is there, and returns when it was painted, usable and hydrated, and its QR code scannable. The visit
 * comes from another site, as people do: the browser starts a process for every page then, not only for one with a
 * Cross-Origin-Opener-Policy.
 */
async function visit(browser: Browser, from: string, url: string): Promise<PageLoad> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  await page.goto(from);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  // The compiler of the run wraps named functions in it.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(observe);
  await page.goto(url);
  await page.waitForTimeout(settleTime);
  const { longTasks, ...reached } = await page.evaluate(() => window.times);
  await page.close();
  const { painted = NaN, largest = NaN, usable = NaN, hydrated = NaN, scannable = NaN } = reached;
  const blocked = longTasks.reduce((sum, duration) => sum + duration - 50, 0);
  return { painted, largest, usable, hydrated, scannable, blocked };
}

/** Runs in the page before its scripts. */
function observe() {
  const times: Times = (window.times = { longTasks: [] });
  const watch = (type: string, read: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
  watch('longtask', ({ duration }) => times.longTasks.push(duration));
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') times.painted = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => (times.largest = startTime));
  // A QR code that is drawn is painted with the next frame, and seen when that ends.
  const drawn = new MutationObserver(() => {
    if (!document.querySelector('svg[shape-rendering=crispEdges] path')) return;
    drawn.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => (times.scannable = performance.now())));
  });
  drawn.observe(document, { childList: true, subtree: true });
  const look = () => {
    const field = document.querySelector<HTMLInputElement>('input[name=account]');
    if (field && !times.usable) {
      field.focus();
      document.execCommand('insertText', false, 'typed');
      times.usable = performance.now();
    }
    // A text that does not stay was typed too early.
    if (field && field.value !== 'typed') delete times.usable;
    if (field && Object.keys(field).some((key) => key.startsWith('__react'))) times.hydrated ??= performance.now();
    if (!times.usable || !times.hydrated) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const form =
  '<form><h1>Sign in</h1><label>Account<input name="account"></label><label>Password<input name="password" type="password">' +
  '</label><button>Sign in</button></form>';
const formScript = `
  import { createElement as create } from 'react';
  import { hydrateRoot } from 'react-dom/client';
  const Form = () =>
    create('form', null,
      create('h1', null, 'Sign in'),
      create('label', null, 'Account', create('input', { name: 'account' })),
      create('label', null, 'Password', create('input', { name: 'password', type: 'password' })),
      create('button', null, 'Sign in'));
  hydrateRoot(document.getElementById('root'), create(Form));`;

/** A sign-in form as plain HTML, and as React that hydrates it. */
async function serveBaselines() {
  const document = (head: string) =>
    Buffer.from(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">${head}
<style>body{font:16px system-ui;display:grid;place-items:center;min-height:100vh;margin:0}form{display:grid;gap:12px}
input,button{font:inherit;padding:10px}</style><div id="root">${form}</div></html>`);
  const files: Record<string, [type: string, content: Buffer]> = {
    '/html': ['text/html', await brotli(document(''))],
    '/react': ['text/html', await brotli(document('<script type="module" src="/form.js"></script>'))],
    '/form.js': ['text/javascript', await brotli(Buffer.from(await buildScript(formScript)))],
  };
  const server = createServer(({ url }, response) => {
    const [type, content] = files[url ?? ''] ?? [];
    if (!content) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br' }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  return {
    urls: { html: `${origin}/html`, react: `${origin}/react` },
    otherSite: `http://127.0.0.1:${port}/html`,
    close: () => server.close(),
  };
}
