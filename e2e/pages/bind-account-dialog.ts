import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { CodePart } from './code-part.ts';
import { dialogWordsIn } from '../support/dialog-words.ts';
import { type SsoWords, ssoWordsIn } from '../support/sso-words.ts';

/** Where a company's person names the account that is theirs, once. */
export class BindAccountDialog {
  readonly words: SsoWords['bind'];
  readonly dialog: Locator;
  readonly tabs: Locator;
  readonly mobileTab: Locator;
  readonly emailTab: Locator;
  readonly mobile: Locator;
  readonly email: Locator;
  readonly code: CodePart;
  /** What it says changes with what it does. */
  readonly submit: Locator;
  readonly close: Locator;
  readonly problems: Locator;

  constructor(page: Page, language: Language) {
    this.words = ssoWordsIn(language).bind;
    this.dialog = page.getByRole('dialog', { name: this.words.title });
    this.tabs = this.dialog.getByRole('tab');
    this.mobileTab = this.dialog.getByRole('tab', { name: this.words.mobile });
    this.emailTab = this.dialog.getByRole('tab', { name: this.words.email });
    this.mobile = this.dialog.getByRole('textbox', { name: this.words.mobile });
    this.email = this.dialog.getByRole('textbox', { name: this.words.email });
    // Each tab has its own, which stays while the other is shown.
    const form = this.dialog.locator('form:visible');
    this.code = new CodePart(form, language);
    this.submit = form.locator('button[type=submit]');
    this.close = this.dialog.getByRole('button', { name: dialogWordsIn(language).close, exact: true });
    this.problems = form.locator('[role=alert]:not(.unseen):not(:empty)');
  }

  async enter(code: string) {
    await this.code.field.fill(code);
    await this.submit.click();
  }
}
