import type { Browser } from '@playwright/test';
import { ScanConfirmPage } from './scan-confirm-page.ts';
import { widths } from '../fixtures/test.ts';

export interface ScanResult {
  scan: string;
  screen: { is: string; app: string; text?: string; link?: string; offer?: Record<string, unknown> };
}

/** The phone of anyone in the sandbox. */
export class SandboxPhone {
  constructor(readonly origin: string) {}

  /** Holds the camera to a code, and follows the account where it asks to. */
  async scan(content: string, person: string): Promise<ScanResult> {
    const result = await this.#post('scan', { content, person });
    return result.screen.is === 'follow' ? this.answer(result, true) : result;
  }

  /** Presses one of the two buttons. */
  async answer({ scan }: ScanResult, confirm: boolean): Promise<ScanResult> {
    return this.#post('answer', { scan, confirm });
  }

  /** Says yes to it: in the app, or in WeChat by the link in its message, which opens a browser. */
  async confirm(result: ScanResult, browser: Browser) {
    if (result.screen.app !== 'wechat') return void (await this.answer(result, true));
    const page = await browser.newPage({ locale: 'en-US', ...widths.phone });
    await page.goto(this.linkIn(result));
    const { words, yes } = new ScanConfirmPage(page, 'en-US');
    await yes.click();
    await page.getByText(words.confirmed).waitFor();
    await page.context().close();
  }

  linkIn({ screen }: ScanResult): string {
    if (!screen.link) throw new Error(`No link to confirm by: ${JSON.stringify(screen)}`);
    return screen.link;
  }

  async #post(what: string, body: unknown): Promise<ScanResult> {
    const { origin } = this;
    const response = await fetch(`${origin}/sandbox/phone/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The phone did not ${what}: ${response.status} ${await response.text()}`);
    return (await response.json()) as ScanResult;
  }
}
