import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { CodePart } from './code-part.ts';
import { dialogWordsIn } from '../support/dialog-words.ts';
import { type ForgottenWords, forgottenWordsIn } from '../support/forgotten-words.ts';
import { wordsIn } from '../support/words.ts';

/** `/findAccount/account`, for whoever has forgotten which account is theirs. */
export class FindAccountPage {
  readonly words: ForgottenWords;
  readonly byContact: Locator;
  readonly byPerson: Locator;
  readonly account: Locator;
  readonly name: Locator;
  readonly idNumber: Locator;
  readonly code: CodePart;
  readonly submit: Locator;
  readonly back: Locator;
  readonly retry: Locator;
  readonly problems: Locator;
  readonly found: Locator;
  readonly accounts: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    this.words = forgottenWordsIn(language);
    this.byContact = page.getByRole('tab', { name: this.words.byContact });
    this.byPerson = page.getByRole('tab', { name: this.words.byPerson });
    this.account = page.getByRole('textbox', { name: wordsIn(language).account });
    this.name = page.getByRole('textbox', { name: this.words.name });
    this.idNumber = page.getByRole('textbox', { name: this.words.idNumber });
    this.code = new CodePart(page, language);
    this.submit = page.locator('button[type=submit]');
    this.back = page.getByRole('button', { name: dialogWordsIn(language).identity.back, exact: true });
    this.retry = page.getByRole('button', { name: wordsIn(language).retry });
    this.problems = page.locator('[role=alert]:not(.unseen):not(:empty)');
    this.found = page.getByRole('status').filter({ hasText: this.words.found });
    this.accounts = this.found.getByRole('listitem');
  }

  async open() {
    await this.page.goto('/findAccount/account');
    await this.page.waitForFunction(() => {
      const form = document.querySelector('form');
      return form && Object.keys(form).some((key) => key.startsWith('__react'));
    });
  }

  /** Goes by name and ID number, up to the code. */
  async beSomeone(name: string, idNumber: string) {
    await this.byPerson.click();
    await this.name.fill(name);
    await this.idNumber.fill(idNumber);
    await this.submit.click();
    await this.code.field.waitFor();
  }

  async enter(code: string) {
    await this.code.field.fill(code);
    await this.submit.click();
  }
}
