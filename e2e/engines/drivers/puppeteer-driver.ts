import puppeteer, { type Browser, type ElementHandle, type JSHandle, type LaunchOptions } from 'puppeteer-core';
import type { Driver, DriverElement, Look } from './driver.ts';

const firefoxOnPhone = 'Mozilla/5.0 (Android 14; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0';
const chromeOnPhone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Over pipes, so that no port is needed. */
export const startChromium = (executablePath: string, look: Look) =>
  start({
    executablePath,
    pipe: true,
    args: [
      ...asRoot,
      ...(look.motion ? [] : ['--force-prefers-reduced-motion']),
      ...(look.dark ? ['--blink-settings=preferredColorScheme=0'] : []),
      ...(look.onPhone ? [`--user-agent=${chromeOnPhone}`] : []),
    ],
    defaultViewport: sizeOf(look),
  });

/** By WebDriver BiDi. Firefox chooses the port and prints it. */
export const startFirefox = (executablePath: string, look: Look) =>
  start({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': look.motion ? 0 : 1,
      'layout.css.prefers-color-scheme.content-override': look.dark ? 0 : 1,
      ...(look.onPhone ? { 'general.useragent.override': firefoxOnPhone } : {}),
    },
    defaultViewport: sizeOf(look),
  });

const sizeOf = ({ width, height }: Look) => ({ width, height });

async function start(options: LaunchOptions): Promise<Driver> {
  const browser = await puppeteer.launch({ headless: true, ...options });
  let page = await openPage(browser);
  return {
    leaveFor: (url) => page.evaluate((address) => location.assign(address), url),
    run: (body, argument) => page.evaluate(body as never, argument as never),
    async find(body, argument) {
      const handle: JSHandle = await page.evaluateHandle(body as never, argument as never);
      const element = handle.asElement();
      return element ? elementOf(element as ElementHandle) : undefined;
    },
    screenshot: () => page.screenshot(),
    async forget() {
      await page.browserContext().close();
      page = await openPage(browser);
    },
    close: () => browser.close(),
  };
}

const openPage = async (browser: Browser) => (await browser.createBrowserContext()).newPage();

const elementOf = (handle: ElementHandle): DriverElement => ({
  click: () => handle.click(),
  type: (text) => handle.type(text),
  choose: async (value) => void (await handle.select(value)),
});
