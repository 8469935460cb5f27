import type { Locator, Page } from '@playwright/test';
import { seconds } from '@foyer/contract/time';
import type { Language } from '@foyer/contract/language';
import { runClockUntil } from '../support/page/page-clock.ts';
import { texts } from '../support/page/texts.ts';

/** The dialog that signs in with one click, or by itself after a countdown, to the account of a known mobile number. */
export class OneClickDialog {
  readonly dialog: Locator;
  readonly heading: Locator;
  readonly timer: Locator;
  readonly stop: Locator;
  readonly confirm: Locator;
  readonly other: Locator;
  readonly back: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    const t = texts(language);
    this.dialog = page.getByRole('dialog', { name: t('bound.title') });
    this.heading = this.dialog.getByRole('heading', { name: t('bound.title') });
    this.timer = this.dialog.getByRole('timer');
    this.stop = this.dialog.getByRole('button', { name: t('bound.stop') });
    this.confirm = this.dialog.getByRole('button', { name: t('bound.confirm') });
    this.back = this.dialog.getByRole('button', { name: t('back.signIn') });
    this.other = this.dialog.getByRole('button', { name: t('bound.other') });
  }

  /** Runs a stopped clock in steps so small that almost nothing of the countdown is used up. */
  async waitUntilOpen() {
    await runClockUntil(this.page, seconds(0.02), () => this.timer.isVisible());
  }
}
