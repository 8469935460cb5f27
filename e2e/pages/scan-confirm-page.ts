import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { type ScanWords, scanWordsIn } from '../support/scan-words.ts';

/** `/scan/confirm`, on the phone that scanned. */
export class ScanConfirmPage {
  readonly words: ScanWords['confirm'];
  readonly yes: Locator;
  readonly no: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    this.words = scanWordsIn(language).confirm;
    this.yes = page.getByRole('button', { name: this.words.yes, exact: true });
    this.no = page.getByRole('button', { name: this.words.no, exact: true });
  }

  /** What stands beside a word such as "Device". */
  told(what: 'site' | 'device' | 'address' | 'time'): Locator {
    return this.page.locator('dl > div').filter({ hasText: this.words[what] }).getByRole('definition');
  }
}
