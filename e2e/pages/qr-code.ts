import { type Locator, type Page, type Request, type Response, type Route, expect } from '@playwright/test';
import { qr } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import type { Language } from '@foyer/contract/language';
import { type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { pollAlipayScan, pollReturnedScan, pollWechatScan } from '@foyer/contract/flows/qr-login';
import { resultCodes } from '@foyer/contract/result-codes';
import { holdRequests } from '../support/calls.ts';
import { stopClock } from '../support/page-clock.ts';
import { type Texts, texts } from '../support/texts.ts';
import type { LoginPage } from './login-page.ts';

/** The QR code beside the form of the sign-in page. */
export class QrCode {
  readonly #t: Texts;
  readonly block: Locator;
  readonly status: Locator;
  readonly refresh: Locator;
  readonly tabs: Record<ScanApp, Locator>;
  /** The last poll ended the polling. */
  #ended = false;
  /** Polls that the page could not read or that a busy service did not answer, in a row. */
  #failedPolls = 0;
  /** Responses with a QR code that are still being read. */
  readonly #reads: Promise<void>[] = [];

  constructor(
    readonly page: Page,
    language: Language,
    /** Moves the clock of the page. */
    readonly run = (milliseconds: number) => page.clock.runFor(milliseconds),
  ) {
    const t = (this.#t = texts(language));
    this.block = page.getByRole('region', { name: t('qr.title') });
    this.status = this.block.getByRole('status');
    this.refresh = this.block.getByRole('button', { name: t('qr.refresh') });
    const tab = (app: ScanApp) => [app, this.block.getByRole('tab', { name: t(`qr.switch.${app}`) })] as const;
    this.tabs = Object.fromEntries(scanApps.map(tab)) as Record<ScanApp, Locator>;
    page.on('request', (request) => {
      if (isPoll(request) || isQrCodeRequest(request)) this.#ended = false;
      if (isQrCodeRequest(request)) this.#failedPolls = 0;
    });
    page.on('requestfailed', (request) => {
      // A poll that the page itself dropped does not count.
      if (isPoll(request) && request.failure()?.errorText !== 'net::ERR_ABORTED') this.#settle('failed');
    });
    page.on('response', async (response) => {
      if (!isPoll(response)) return;
      // The body cannot be read when the page has navigated because of it.
      const body = await response.text().catch(() => undefined);
      if (body === undefined) this.#ended = true;
      else this.#settle(resultCodeIn(body));
    });
  }

  /** The page polls again after some result codes, and after failed polls as long as it tolerates them. */
  #settle(result: number | 'failed') {
    this.#failedPolls = result === 'failed' ? this.#failedPolls + 1 : 0;
    this.#ended = result === 'failed' ? this.#failedPolls > qr.failedPollsTolerated : !pollsAgain.includes(result);
  }

  picture(app: ScanApp): Locator {
    const name = this.#t(`qr.title.${app}`);
    return app === 'dingtalk' ? this.block.getByTitle(name) : this.block.getByRole('img', { name });
  }

  /** Waits until a QR code is ready to be scanned. */
  async waitUntilShown(app: ScanApp = 'wechat') {
    await expect(this.picture(app)).toBeVisible();
    await expect(this.status).toHaveText(this.#t('qr.ready'));
    await Promise.all(this.#reads);
  }

  /** Opens the sign-in page with the QR code of an app and returns the content of the QR code. */
  async open(app: ScanApp, login: LoginPage, query: Record<string, string> = {}): Promise<string> {
    const qrCodes = this.watchQrCodes();
    await login.open(query);
    await this.tabs[app].click();
    await this.waitUntilShown(app);
    return app === 'dingtalk' ? this.#contentInFrame() : qrCodes.at(-1)!.url;
  }

  /** Opens the sign-in page and stops its clock at the moment in which the QR code is shown. */
  async openStopped(login: LoginPage) {
    const release = await holdRequests(this.page, '/login/oauth/request/**');
    await login.open();
    await expect(this.status).toHaveText(this.#t('qr.loading'));
    await stopClock(this.page);
    release();
    await this.waitUntilShown();
  }

  /** The content of the QR code that DingTalk's page has drawn, taken from its link to the sandbox phone. */
  async #contentInFrame() {
    const link = this.picture('dingtalk').contentFrame().getByRole('link');
    return new URL((await link.getAttribute('href'))!, this.page.url()).searchParams.get('code')!;
  }

  /**
   * Runs the clock until the page polls again, which it does once the last response has been read. Returns too when the
   * polling has ended meanwhile, because time passed by itself on a slow machine.
   */
  async runUntilPolled() {
    let polled = false;
    const notice = (request: Request) => void (polled ||= isPoll(request));
    this.page.on('request', notice);
    await expect(async () => {
      if (!this.#ended) await this.run(qr.pollInterval);
      await expect.poll(() => polled || this.#ended, { timeout: seconds(3) }).toBe(true);
    }).toPass();
    this.page.off('request', notice);
  }

  /** The QR codes that are shown from now on, oldest first. */
  watchQrCodes(): { loginId: string; sceneId?: string; url: string; kind: string }[] {
    const qrCodes: { loginId: string; url: string; kind: string }[] = [];
    const read = async (response: Response) => {
      // The body cannot be read when the page has navigated; then it is not needed.
      const body = await response.json().catch(() => undefined);
      if (body?.code === resultCodes.done) qrCodes.push(body.data);
    };
    this.page.on('response', (response) => {
      if (isQrCodeRequest(response)) this.#reads.push(read(response));
    });
    return qrCodes;
  }

  /** The requests for a QR code from now on. */
  watchQrCodeRequests(): Request[] {
    return this.#watch(isQrCodeRequest);
  }

  /** The polls for the result of a scan from now on. */
  watchPolls(): Request[] {
    return this.#watch(isPoll);
  }

  /** Answers the polls instead of the service: each with the next response, and all later ones with the last. */
  async fulfillPolls(...responses: (Envelope | ((route: Route) => Promise<void>))[]) {
    await this.page.route(isPollUrl, async (route) => {
      const response = responses.length > 1 ? responses.shift()! : responses[0]!;
      await (typeof response === 'function' ? response(route) : route.fulfill({ json: response }));
    });
  }

  #watch(isWatched: (request: Request) => boolean) {
    const requests: Request[] = [];
    this.page.on('request', (request) => {
      if (isWatched(request)) requests.push(request);
    });
    return requests;
  }
}

interface Envelope {
  code: number;
  message?: string | null;
  data?: unknown;
}

/** The answer to a poll while no app has scanned the QR code. */
export const pending: Envelope = { code: resultCodes.pending, message: null, data: null };

/** The result codes after which the page goes on polling however often it gets them. */
const pollsAgain: number[] = [resultCodes.pending, resultCodes.authorisationExpired];

function resultCodeIn(body: string): number | 'failed' {
  try {
    const { code } = JSON.parse(body);
    return typeof code !== 'number' || code === resultCodes.busy ? 'failed' : code;
  } catch {
    return 'failed';
  }
}

const pollPaths = [pollWechatScan, pollAlipayScan, pollReturnedScan].map(({ path }) => `/api${path}`);
const isPollUrl = ({ pathname }: URL) => pollPaths.includes(pathname);
const isPoll = (message: { url(): string }) => isPollUrl(new URL(message.url()));
const isQrCodeRequest = (message: { url(): string }) =>
  new URL(message.url()).pathname.startsWith('/api/login/oauth/request/');
