import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, devices, expect } from '@playwright/test';
import { isLanguage } from '@foyer/contract/language';
import { days, minutes } from '@foyer/contract/time';
import { CodePart } from './code-part.ts';
import { HomePage } from './home-page.ts';
import { LoginPage } from './login-page.ts';
import { Outbox } from './outbox.ts';
import { RegisterPage } from './register-page.ts';
import { type Service, startService } from './service.ts';
import { type GatewayMode, setGateway } from './sms-gateway.ts';

export { languages } from '@foyer/contract/language';
export { expect };

const { userAgent, isMobile, hasTouch } = devices['Pixel 7'];

/** What to give `test.use` for each width the page is made for. */
export const widths = {
  desktop: { viewport: { width: 1440, height: 900 } },
  narrow: { viewport: { width: 1180, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, userAgent, isMobile, hasTouch },
} as const;

/** Each language at a width of its own: every text and every layout is met, without meeting all pairs. */
export const walks = [
  { language: 'zh-CN', width: 'desktop' },
  { language: 'en-US', width: 'phone' },
] as const;

interface OfOneTest {
  /** Announces errors this test brings about on purpose. Any other one fails it. */
  allowErrors: (...expected: RegExp[]) => void;
  dayOfItsOwn: void;
  login: LoginPage;
  code: CodePart;
  register: RegisterPage;
  home: HomePage;
  outbox: Outbox;
  /** How the SMS gateway does; it works again when the test is over. */
  gateway: (mode: GatewayMode) => Promise<void>;
}

interface OfOneWorker {
  /** Environment variables of the service. A file that gives its own gets a service of its own. */
  settings: Record<string, string>;
  service: Service;
}

/** A visit to the real page of a service that this worker has for itself. */
export const test = base.extend<OfOneTest, OfOneWorker>({
  settings: [{}, { option: true, scope: 'worker' }],

  service: [
    async ({ settings }, lend) => {
      const folder = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
      await cp(process.env.DATA_TEMPLATE!, folder, { recursive: true });
      const service = await startService(folder, settings);
      await lend(service);
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: minutes(2) },
  ],

  baseURL: ({ service }, lend) => lend(service.origin),

  // No lock and no limit of an earlier test reaches this one.
  dayOfItsOwn: [
    async ({ service }, lend) => {
      await service.moveClock(days(1));
      await lend();
    },
    { auto: true },
  ],

  login: ({ page, locale }, lend) => lend(new LoginPage(page, spokenIn(locale))),
  code: ({ page, locale }, lend) => lend(new CodePart(page, spokenIn(locale))),
  register: ({ page, locale }, lend) => lend(new RegisterPage(page, spokenIn(locale))),
  home: ({ page, locale }, lend) => lend(new HomePage(page, spokenIn(locale))),
  outbox: ({ service }, lend) => lend(new Outbox(service)),
  gateway: async ({ service }, lend) => {
    await lend((mode) => setGateway(service, mode));
    await setGateway(service, 'working');
  },

  allowErrors: [
    async ({ context, baseURL }, lend) => {
      const problems = watch(context, baseURL!);
      const allowed: RegExp[] = [];
      await lend((...expected) => void allowed.push(...expected));
      const unannounced = problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)));
      expect(unannounced, 'errors on the page that the test did not announce').toEqual([]);
    },
    { auto: true },
  ],
});

export const spokenIn = (locale: string | undefined) => (isLanguage(locale) ? locale : 'en-US');

/** Collects what went wrong on any page of a visit, popups included. */
function watch(context: BrowserContext, origin: string) {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => problems.push(`page: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A request the page gave up itself, or left behind by going elsewhere, is no failure.
    if (reason === 'net::ERR_ABORTED' || !request.url().startsWith(`${origin}/`)) return;
    problems.push(`request: ${request.method()} ${request.url()} ${reason}`);
  });
  return problems;
}
