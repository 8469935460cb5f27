import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { type DialogWords, dialogWordsIn } from '../support/dialog-words.ts';

/** The agreement, before a sign-in is whole. */
export class ConsentDialog {
  readonly words: DialogWords['consent'];
  readonly dialog: Locator;
  readonly agree: Locator;
  readonly decline: Locator;
  readonly close: Locator;
  readonly problems: Locator;
  /** What someone reads who was signed out because they did not agree. */
  readonly signedOut: Locator;

  constructor(page: Page, language: Language) {
    const { consent, close } = dialogWordsIn(language);
    this.words = consent;
    this.dialog = page.getByRole('dialog', { name: this.words.title });
    this.agree = this.dialog.getByRole('button', { name: this.words.agree });
    this.decline = this.dialog.getByRole('button', { name: this.words.decline });
    this.close = this.dialog.getByRole('button', { name: close, exact: true });
    this.problems = this.dialog.locator('[role=alert]:not(:empty)');
    this.signedOut = page.getByRole('status').filter({ hasText: this.words.signedOut });
  }
}
