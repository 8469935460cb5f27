import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { CodePart } from './code-part.ts';
import { type DialogWords, dialogWordsIn } from '../support/dialog-words.ts';

/** The end of an ID number, asked of someone who was invited; or the whole of it, when the one on record is wrong. */
export class IdentityDialog {
  readonly words: DialogWords['identity'];
  readonly dialog: Locator;
  readonly boxes: Locator;
  readonly submit: Locator;
  readonly close: Locator;
  readonly problems: Locator;
  readonly wrongRecord: Locator;
  readonly number: Locator;
  readonly code: CodePart;
  readonly back: Locator;
  /** What is said once the dialog has closed. */
  readonly toast: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    const { identity, close } = dialogWordsIn(language);
    this.words = identity;
    this.dialog = page.getByRole('dialog', { name: this.words.title });
    this.boxes = this.dialog.getByRole('group', { name: this.words.boxes }).getByRole('textbox');
    this.submit = this.dialog.locator('button[type=submit]');
    this.close = this.dialog.getByRole('button', { name: close, exact: true });
    this.problems = this.dialog.locator('[role=alert]:not(.unseen):not(:empty)');
    this.wrongRecord = this.dialog.getByRole('button', { name: this.words.wrongRecord });
    this.number = this.dialog.getByRole('textbox', { name: this.words.number });
    this.code = new CodePart(this.dialog, language);
    this.back = this.dialog.getByRole('button', { name: this.words.back, exact: true });
    this.toast = page.getByRole('status').locator('p');
  }

  box(n: number) {
    return this.dialog.getByRole('textbox', { name: this.words.box(n) });
  }

  /** As from a keyboard, from the first box on. */
  async type(text: string) {
    await this.box(1).focus();
    await this.page.keyboard.type(text);
  }

  /** Types over whatever is there, and confirms. */
  async complete(suffix: string) {
    for (const [n, character] of [...suffix].entries()) {
      await this.box(n + 1).focus();
      await this.page.keyboard.type(character);
    }
    await this.submit.click();
  }

  shown() {
    return this.boxes.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
  }
}
