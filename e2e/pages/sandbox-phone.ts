import type { Browser } from '@playwright/test';
import { widths } from '../support/page/widths.ts';
import { texts } from '../support/page/texts.ts';
import { ScanConfirmPage } from './scan-confirm-page.ts';

/** What the phone shows after a scan or an answer. */
export interface ScanResult {
  scan: string;
  screen: { is: string; app: string; text?: string; link?: string; offer?: Record<string, unknown> };
}

/** The phone of a person of the sandbox, used through the sandbox's calls. */
export class SandboxPhone {
  constructor(readonly origin: string) {}

  /** Scans a QR code as a person, and follows the official account when asked to. */
  async scan(content: string, person: string): Promise<ScanResult> {
    const result = await this.#post('scan', { content, person });
    return result.screen.is === 'follow' ? this.answer(result, 'confirm') : result;
  }

  async answer({ scan }: ScanResult, answer: 'confirm' | 'decline'): Promise<ScanResult> {
    return this.#post('answer', { scan, confirm: answer === 'confirm' });
  }

  /** Confirms the sign-in: in the app, or for WeChat by the link in its message, which opens a browser. */
  async confirm(result: ScanResult, browser: Browser) {
    if (result.screen.app !== 'wechat') return void (await this.answer(result, 'confirm'));
    const page = await browser.newPage({ locale: 'en-US', ...widths.phone });
    await page.goto(this.linkIn(result));
    await new ScanConfirmPage(page, 'en-US').confirm.click();
    await page.getByText(texts('en-US')('scan.confirmed')).waitFor();
    await page.context().close();
  }

  linkIn({ screen }: ScanResult): string {
    if (!screen.link) throw new Error(`The phone shows no link to confirm by: ${JSON.stringify(screen)}`);
    return screen.link;
  }

  async #post(action: string, body: unknown): Promise<ScanResult> {
    const { origin } = this;
    const response = await fetch(`${origin}/sandbox/phone/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The phone failed to ${action}: ${response.status} ${await response.text()}`);
    return (await response.json()) as ScanResult;
  }
}
