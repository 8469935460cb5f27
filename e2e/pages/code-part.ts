import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { type CodeWords, codeWordsIn } from '../support/code-words.ts';

/** A code field with the button that has a code sent, wherever they stand. */
export class CodePart {
  readonly words: CodeWords;
  readonly field: Locator;
  /** What it says changes with what it does. */
  readonly button: Locator;
  /** Where the code has gone. */
  readonly sentTo: Locator;
  /** Asks whether none arrives, and opens what to try then. */
  readonly late: Locator;
  readonly lateAdvice: Locator;

  constructor(scope: Page | Locator, language: Language) {
    this.words = codeWordsIn(language);
    this.field = scope.getByRole('textbox', { name: this.words.code });
    this.button = scope.locator('[role=status] + button');
    this.sentTo = scope.getByRole('status').filter({ hasText: this.words.sentTo('').trim() });
    this.late = scope.getByText(this.words.late);
    this.lateAdvice = scope.getByText(this.words.lateTry);
  }

  /** Asks for a code and waits until it has left. */
  async ask() {
    await this.button.click();
    await this.sentTo.waitFor();
  }
}
