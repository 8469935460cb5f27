import { writeFile } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { days, minutes } from '@foyer/contract/time';
import { adviceFor, findAll } from '../../scripts/support/system-packages.mjs';
import { withService } from '../fixtures/test.ts';
import { SandboxPhone } from '../pages/sandbox-phone.ts';
import { Outbox } from '../support/servers/outbox.ts';
import type { Service } from '../support/servers/service.ts';
import { type Texts, texts } from '../support/page/texts.ts';
import { boundedDriver, within } from './drivers/bounded-driver.ts';
import type { Driver, Look } from './drivers/driver.ts';
import { startChromium, startFirefox } from './drivers/puppeteer-driver.ts';
import { startWebkit } from './drivers/webkit-driver.ts';
import { Person } from './person.ts';

export { expect } from '@playwright/test';

export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

interface TestFixtures {
  look: Look;
  language: Language;
  person: Person;
  phone: SandboxPhone;
  outbox: Outbox;
  t: Texts;
}

interface WorkerFixtures {
  engine: Engine;
  service: Service;
  /** The browser with a look. It stays open for the tests that have the same. */
  openBrowser: (look: Look) => Promise<Driver>;
}

/** Tests that run in every engine, against the service with its sandbox. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  look: [{ width: 1440, height: 900, onPhone: false, dark: false, motion: true }, { option: true }],
  language: ['zh-CN', { option: true }],

  service: [({}, provide) => withService({}, provide), { scope: 'worker', timeout: minutes(10) }],

  openBrowser: [
    async ({ engine }, provide) => {
      let open: { look: Look; driver: Driver } | undefined;
      await provide(async (look) => {
        if (open && JSON.stringify(open.look) === JSON.stringify(look)) return open.driver;
        await open?.driver.close();
        open = { look, driver: await startBrowser(engine, look) };
        return open.driver;
      });
      await open?.driver.close();
    },
    { scope: 'worker', timeout: minutes(10) },
  ],

  person: async ({ openBrowser, look, language, service }, provide, testInfo) => {
    // Locks and limits of an earlier test have expired a day later.
    await service.moveClock(days(1));
    const driver = await openBrowser(look);
    const person = new Person(driver, service.origin);
    await person.prefer(language);
    await provide(person);
    if (testInfo.status === testInfo.expectedStatus) return driver.forget();
    // After a failed test Playwright starts a new worker, with another browser.
    const path = testInfo.outputPath('failed.png');
    const picture = await driver.screenshot().catch(() => undefined);
    if (!picture) return;
    await writeFile(path, picture);
    await testInfo.attach('screenshot', { path });
  },

  phone: ({ service }, provide) => provide(new SandboxPhone(service.origin)),
  outbox: async ({ service, person: _ }, provide) => provide(new Outbox(service, await service.now())),
  t: ({ language }, provide) => provide(texts(language)),
});

const programsOf = { chromium: ['chromium'], firefox: ['firefox'], webkit: ['webkit', 'xvfb'] } as const;

async function startBrowser(engine: Engine, look: Look): Promise<Driver> {
  const names: readonly string[] = programsOf[engine];
  const found = await findAll([...names]);
  for (const name of names) if (!found[name]) throw new Error(adviceFor(name));
  const start = {
    chromium: () => startChromium(found['chromium']!, look),
    firefox: () => startFirefox(found['firefox']!, look),
    webkit: () => startWebkit({ driver: found['webkit']!, screen: found['xvfb']! }, look),
  };
  return boundedDriver(await within(minutes(1), 'start', start[engine]()));
}
