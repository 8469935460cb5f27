import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { CodePart } from './code-part.ts';
import { codeWordsIn } from '../support/code-words.ts';
import { dialogWordsIn } from '../support/dialog-words.ts';
import { type ScanWords, scanWordsIn } from '../support/scan-words.ts';

/** A number for someone whose app nobody knows yet. */
export class BindDialog {
  readonly words: ScanWords['bind'];
  readonly dialog: Locator;
  readonly mobile: Locator;
  readonly code: CodePart;
  readonly tick: Locator;
  readonly submit: Locator;
  readonly close: Locator;
  readonly problems: Locator;

  constructor(page: Page, language: Language) {
    this.words = scanWordsIn(language).bind;
    this.dialog = page.getByRole('dialog', { name: this.words.title });
    this.mobile = this.dialog.getByRole('textbox', { name: this.words.mobile });
    this.code = new CodePart(this.dialog, language);
    this.tick = this.dialog.getByRole('checkbox', { name: codeWordsIn(language).tick });
    this.submit = this.dialog.locator('button[type=submit]');
    this.close = this.dialog.getByRole('button', { name: dialogWordsIn(language).close, exact: true });
    this.problems = this.dialog.locator('[role=alert]:not(.unseen):not(:empty)');
  }
}
