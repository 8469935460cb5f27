import { type Locator, type Page, type Response, expect } from '@playwright/test';
import { qr } from '@foyer/contract/limits';
import type { Language } from '@foyer/contract/language';
import { isFramed } from '@foyer/contract/apps/scan-apps';
import { type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { pollAlipayScan } from '@foyer/contract/apps/alipay-calls';
import { pollWechatScan } from '@foyer/contract/apps/wechat-calls';
import { pollReturnedScan } from '@foyer/contract/flows/qr-login';
import { resultCodes } from '@foyer/contract/result-codes';
import { type Texts, texts } from '../support/page/texts.ts';
import type { LoginPage } from './login-page.ts';

/** The QR code beside the form of the sign-in page. */
export class QrCode {
  readonly #t: Texts;
  readonly block: Locator;
  readonly status: Locator;
  readonly refresh: Locator;
  /** The same, once the QR code was scanned. */
  readonly again: Locator;
  readonly tabs: Record<ScanApp, Locator>;
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
    this.again = this.block.getByRole('button', { name: t('qr.again') });
    const tab = (app: ScanApp) => [app, this.block.getByRole('tab', { name: t(`qr.switch.${app}`) })] as const;
    this.tabs = Object.fromEntries(scanApps.map(tab)) as Record<ScanApp, Locator>;
  }

  picture(app: ScanApp): Locator {
    const name = this.#t('qr.title.app', { app: this.#t(`qr.switch.${app}`) });
    return isFramed(app) ? this.block.getByTitle(name) : this.block.getByRole('img', { name });
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
    return isFramed(app) ? this.#contentInFrame(app) : qrCodes.at(-1)!.url;
  }

  /** The content of the QR code that the app's own page has drawn, taken from its link to the sandbox phone. */
  async #contentInFrame(app: ScanApp) {
    const link = this.picture(app).contentFrame().getByRole('link');
    return new URL((await link.getAttribute('href'))!, this.page.url()).searchParams.get('code')!;
  }

  /** Moves the clock to the next poll. Tries again when the page has just navigated because of the one before. */
  async runUntilPolled() {
    await expect(() => this.run(qr.pollInterval)).toPass();
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

  /** Answers the polls instead of the service. */
  async fulfillPolls(response: { code: number; message?: string | null; data?: unknown }) {
    await this.page.route(isPollUrl, (route) => route.fulfill({ json: response }));
  }
}

const pollPaths = [pollWechatScan, pollAlipayScan, pollReturnedScan].map(({ path }) => `/api${path}`);
const isPollUrl = ({ pathname }: URL) => pollPaths.includes(pathname);
const isQrCodeRequest = (message: { url(): string }) =>
  new URL(message.url()).pathname.startsWith('/api/login/oauth/request/');
