import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { type Texts, texts } from '../support/page/texts.ts';

/** `/scan/confirm`: asks on the phone whether to sign in on the device that shows the QR code. */
export class ScanConfirmPage {
  readonly #t: Texts;
  readonly confirm: Locator;
  readonly decline: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    this.#t = texts(language);
    this.confirm = page.getByRole('button', { name: this.#t('scan.confirm'), exact: true });
    this.decline = page.getByRole('button', { name: this.#t('scan.decline'), exact: true });
  }

  /** The value shown beside a label such as "Device". */
  detail(name: 'site' | 'device' | 'address' | 'time'): Locator {
    const label = this.#t(`scan.${name}`);
    return this.page.locator('dl > div').filter({ hasText: label }).getByRole('definition');
  }
}
