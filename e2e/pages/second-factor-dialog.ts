import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { CodePart } from './code-part.ts';
import { type DialogWords, dialogWordsIn } from '../support/dialog-words.ts';

/** A code to the account's own number, before there is any session. */
export class SecondFactorDialog {
  readonly words: DialogWords['secondFactor'];
  readonly dialog: Locator;
  readonly code: CodePart;
  readonly trust: Locator;
  readonly submit: Locator;
  readonly close: Locator;
  readonly problems: Locator;

  constructor(page: Page, language: Language) {
    const { secondFactor, close } = dialogWordsIn(language);
    this.words = secondFactor;
    this.dialog = page.getByRole('dialog', { name: this.words.title });
    this.code = new CodePart(this.dialog, language);
    this.trust = this.dialog.getByRole('checkbox', { name: this.words.trust });
    this.submit = this.dialog.locator('button[type=submit]');
    this.close = this.dialog.getByRole('button', { name: close, exact: true });
    this.problems = this.dialog.locator('[role=alert]:not(.unseen):not(:empty)');
  }

  /** The first code leaves by itself. */
  async untilSent() {
    await this.code.sentTo.waitFor();
  }

  async enter(code: string) {
    await this.code.field.fill(code);
    await this.submit.click();
  }
}
