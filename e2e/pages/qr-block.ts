import { type Locator, type Page, type Request, type Response, type Route, expect } from '@playwright/test';
import { qr } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { Language } from '@foyer/contract/language';
import { type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { pollAlipayScan, pollDingtalkScan, pollWechatScan } from '@foyer/contract/flows/qr-login';
import { resultCodes } from '@foyer/contract/result-codes';
import type { LoginPage } from './login-page.ts';
import { type ScanWords, scanWordsIn } from '../support/scan-words.ts';

/** The code beside the form, as someone sees and uses it. */
export class QrBlock {
  readonly words: ScanWords;
  readonly block: Locator;
  /** The frame that the code stands in, and what is said in it. */
  readonly box: Locator;
  readonly status: Locator;
  readonly refresh: Locator;
  readonly tabs: Record<ScanApp, Locator>;
  /** What became of the code is known, and not asked again. */
  #known = false;
  /** What has been answered and is being read. */
  readonly #reads: Promise<void>[] = [];

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    this.words = scanWordsIn(language);
    this.block = page.getByRole('region', { name: this.words.title });
    this.status = this.block.getByRole('status');
    this.box = this.status.locator('..');
    this.refresh = this.block.getByRole('button', { name: this.words.refresh });
    const tab = (app: ScanApp) => [app, this.block.getByRole('tab', { name: this.words.apps[app] })] as const;
    this.tabs = Object.fromEntries(scanApps.map(tab)) as Record<ScanApp, Locator>;
    page.on('request', (request) => {
      if (isAsk(request) || isRequest(request)) this.#known = false;
    });
    page.on('response', async (response) => {
      if (!isAsk(response)) return;
      // An answer that cannot be read came as the page was left because of it.
      const answer = await response.json().catch(() => undefined);
      this.#known = !asksOn.includes(answer?.code);
    });
  }

  picture(app: ScanApp): Locator {
    const name = this.words.picture[app];
    return app === 'dingtalk' ? this.block.getByTitle(name) : this.block.getByRole('img', { name });
  }

  /** A code is there to be scanned. */
  async untilShown(app: ScanApp = 'wechat') {
    await expect(this.picture(app)).toBeVisible();
    await expect(this.status).toHaveText(this.words.ready);
    await Promise.all(this.#reads);
  }

  /** Opens the page and shows the code of an app; gives what is in it. */
  async show(app: ScanApp, login: LoginPage, query: Record<string, string> = {}): Promise<string> {
    const codes = this.watchCodes();
    await login.open(query);
    await this.tabs[app].click();
    await this.untilShown(app);
    return app === 'dingtalk' ? this.#inFrame() : codes[0]!.url;
  }

  /** What DingTalk's page has drawn, by the way to the sandbox's phone that stands under it. */
  async #inFrame() {
    const link = this.picture('dingtalk').contentFrame().getByRole('link');
    return new URL((await link.getAttribute('href'))!, this.page.url()).searchParams.get('code')!;
  }

  /**
   * Lets the time go by until it is asked again, which it is once the last answer has been read; unless that was the
   * last one, on a machine so slow that the time went by of itself.
   */
  async letAsk() {
    let asked = false;
    const hear = (request: Request) => void (asked ||= isAsk(request));
    this.page.on('request', hear);
    await expect(async () => {
      if (!this.#known) await this.page.clock.runFor(qr.pollInterval);
      await expect.poll(() => asked || this.#known, { timeout: seconds(3) }).toBe(true);
    }).toPass();
    this.page.off('request', hear);
  }

  /** The texts in the codes that were shown, newest first. */
  watchCodes(): { loginId: string; sceneId?: string; url: string; kind: string }[] {
    const codes: { loginId: string; url: string; kind: string }[] = [];
    const read = async (response: Response) => {
      // One that came as the page was left is not read, and not missed.
      const answer = await response.json().catch(() => undefined);
      if (answer?.code === resultCodes.done) codes.unshift(answer.data);
    };
    this.page.on('response', (response) => {
      if (isRequest(response)) this.#reads.push(read(response));
    });
    return codes;
  }

  /** Every code that is asked for, from here on. */
  watchRequests(): Request[] {
    return this.#watch(isRequest);
  }

  /** Every time it is asked what became of a code, from here on. */
  watchAsks(): Request[] {
    return this.#watch(isAsk);
  }

  /** Answers what became of the code itself, instead of the service: each time with the next, and the last for good. */
  async answerAsks(...answers: (Envelope | ((route: Route) => Promise<void>))[]) {
    await this.page.route(isAskUrl, async (route) => {
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      await (typeof answer === 'function' ? answer(route) : route.fulfill({ json: answer }));
    });
  }

  #watch(wanted: (request: Request) => boolean) {
    const seen: Request[] = [];
    this.page.on('request', (request) => {
      if (wanted(request)) seen.push(request);
    });
    return seen;
  }
}

interface Envelope {
  code: number;
  message?: string | null;
  data?: unknown;
}

/** After these it is asked again. */
const asksOn: unknown[] = [resultCodes.pending, resultCodes.authorisationExpired];
const asks = [pollWechatScan, pollAlipayScan, pollDingtalkScan].map(({ path }) => `/api${path}`);
const isAskUrl = ({ pathname }: URL) => asks.includes(pathname);
const isAsk = (about: { url(): string }) => isAskUrl(new URL(about.url()));
const isRequest = (about: { url(): string }) => new URL(about.url()).pathname.startsWith('/api/login/oauth/request/');
