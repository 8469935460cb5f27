import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, By, Capabilities, type WebDriver, WebElement } from 'selenium-webdriver';
import { seconds } from '@foyer/contract/time';
import type { Driver, DriverElement, Look } from './driver.ts';

export interface WebkitPrograms {
  driver: string;
  /** Xvfb: this browser has no mode without a window. */
  screen: string;
}

const safariOnPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

/** WebKitGTK's MiniBrowser over WebDriver, on a screen of its own that is as large as the window. */
export async function startWebkit(programs: WebkitPrograms, look: Look): Promise<Driver> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-webkit-'));
  await writeSettings(folder, look);
  const screen = await startScreen(programs.screen, look);
  const server = startProcess(programs.driver, ['--port=0'], ['ignore', 'ignore', 'ignore'], {
    DISPLAY: screen.display,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    LC_ALL: 'C.UTF-8',
    // As on a machine whose graphics card cannot share its buffers. A transition of the page ends the browser then.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  });
  const args = ['--automation', '--full-screen', ...(look.dark ? ['--dark-mode'] : [])];
  if (look.onPhone) args.push(`--user-agent=${safariOnPhone}`);
  const browser = await new Builder()
    .usingServer(`http://127.0.0.1:${await portOf(server)}`)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { args },
      }),
    )
    .build();
  await browser.manage().window().setRect({ x: 0, y: 0, width: look.width, height: look.height });
  return {
    leaveFor: (url) => browser.get(url),
    run: (body, argument) => browser.executeScript(body, argument),
    async find(body, argument) {
      const element = await browser.executeScript<WebElement | null>(body, argument);
      return element ? elementOf(browser, element) : undefined;
    },
    screenshot: () => screenshot(browser),
    async forget() {
      await browser.executeScript(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await browser.manage().deleteAllCookies();
      await browser.get('about:blank');
    },
    async close() {
      await Promise.all([end(server), end(screen.process)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Under load WebKit leaves a picture without an answer until the page draws the next time, so the page is made to draw. */
async function screenshot(browser: WebDriver): Promise<Uint8Array> {
  const picture = browser.takeScreenshot();
  for (;;) {
    const content = await Promise.race([picture, pause(seconds(0.1))]);
    if (content) return Buffer.from(content, 'base64');
    await browser.executeScript(drawAgain).catch(() => {});
  }
}

/** Runs in the page. The change cannot be seen. */
function drawAgain() {
  const { style } = document.documentElement;
  style.outline = style.outline ? '' : '1px solid rgb(0 0 0 / 1%)';
}

const elementOf = (browser: WebDriver, element: WebElement): DriverElement => ({
  async click() {
    await browser.executeScript(awaitClick, element);
    await element.click();
    // A page that is being left refuses commands.
    const isLost = await browser.executeScript(isClickAwaited).catch(() => false);
    if (isLost) throw new Error('The browser did not click the element');
  },
  type: (text) => element.sendKeys(text),
  choose: (value) => element.findElement(By.css(`option[value="${value}"]`)).click(),
});

/** Runs in the page. WebKit has said, once in some hundred walks, that it clicked an element which got no click. */
function awaitClick(element: Element) {
  const { dataset } = document.documentElement;
  dataset.awaitsClick = '';
  document.addEventListener(
    'click',
    ({ target }) => {
      // An element that the page replaced meanwhile is clicked too.
      if (!element.isConnected || element.contains(target as Node)) delete dataset.awaitsClick;
    },
    { capture: true, once: true },
  );
}

/** Runs in the page. A page that the click has led to does not have the mark. */
const isClickAwaited = () => document.documentElement.dataset.awaitsClick !== undefined;

async function writeSettings(folder: string, { motion }: Look) {
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0/settings.ini'), `[Settings]\ngtk-enable-animations=${motion ? 1 : 0}\n`);
}

/** It chooses a free display, and tells it over a pipe. */
async function startScreen(program: string, { width, height }: Look) {
  const args = ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'];
  const process = startProcess(program, args, ['ignore', 'ignore', 'ignore', 'pipe']);
  const [display] = await once(process.stdio[3]!, 'data');
  return { process, display: `:${String(display).trim()}` };
}

function startProcess(program: string, args: string[], stdio: StdioOptions, env: Record<string, string> = {}) {
  const child = spawn(program, args, { stdio, env: { PATH: process.env.PATH, ...env }, detached: true });
  const kill = () => endGroup(child);
  process.on('exit', kill);
  child.on('close', () => process.off('exit', kill));
  return child;
}

async function end(child: ChildProcess) {
  const closed = child.exitCode === null && child.signalCode === null && once(child, 'close');
  endGroup(child);
  await closed;
}

/** Ends a program and all that it has started: the browser outlives its driver. */
function endGroup({ pid }: ChildProcess) {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch {
    // All have ended.
  }
}

/** The port that the driver chose. It does not print it, so it is read from the list of the system. */
async function portOf(child: ChildProcess) {
  const folder = `/proc/${child.pid}/fd`;
  while (child.exitCode === null) {
    const files = await readdir(folder);
    const sockets = await Promise.all(files.map((file) => readlink(join(folder, file)).catch(() => '')));
    for (const line of (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1)) {
      const [, address, , state, , , , , , inode] = line.trim().split(/\s+/);
      const isListening = state === '0A';
      if (isListening && sockets.includes(`socket:[${inode}]`)) return parseInt(address!.split(':')[1]!, 16);
    }
    await pause(seconds(0.05));
  }
  throw new Error('The WebDriver of WebKit has ended');
}
