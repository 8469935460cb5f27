import type { Locator, Page } from '@playwright/test';
import { seconds } from '@foyer/contract/time';
import type { Language } from '@foyer/contract/language';
import { passUntil } from '../support/page-clock.ts';
import { type ScanWords, scanWordsIn } from '../support/scan-words.ts';

/** One click, or none, for a number that has an account. */
export class OneClickDialog {
  readonly words: ScanWords['oneClick'];
  readonly dialog: Locator;
  readonly timer: Locator;
  readonly stop: Locator;
  readonly confirm: Locator;
  readonly other: Locator;
  readonly back: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    this.words = scanWordsIn(language).oneClick;
    this.dialog = page.getByRole('dialog', { name: this.words.title });
    this.timer = this.dialog.getByRole('timer');
    this.stop = this.dialog.getByRole('button', { name: this.words.stop });
    this.confirm = this.dialog.getByRole('button', { name: this.words.confirm });
    this.back = this.dialog.getByRole('button', { name: this.words.back });
    this.other = this.dialog.getByRole('button', { name: this.words.other });
  }

  /** On a page whose clock stands still, it comes in steps so small that the countdown is as good as whole. */
  async untilOpen() {
    await passUntil(this.page, seconds(0.02), () => this.timer.isVisible());
  }
}
