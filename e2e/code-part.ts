import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { type CodeWords, codeWordsIn } from './code-words.ts';

/** A code field with the button that has a code sent, wherever they stand. */
export class CodePart {
  readonly words: CodeWords;
  readonly field: Locator;
  /** What it says changes with what it does. */
  readonly button: Locator;
  /** Where the code has gone. */
  readonly sent: Locator;
  /** What to do when none arrives. */
  readonly late: Locator;

  constructor(scope: Page | Locator, language: Language) {
    this.words = codeWordsIn(language);
    this.field = scope.getByRole('textbox', { name: this.words.code });
    this.button = scope.locator('[role=status] + button');
    this.sent = scope.getByRole('status').filter({ hasText: this.words.sentTo('').trim() });
    this.late = scope.getByRole('group').filter({ hasText: this.words.late });
  }

  /** Asks for a code and waits until it has left. */
  async ask() {
    await this.button.click();
    await this.sent.waitFor();
  }
}
