import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { CodePart } from './code-part.ts';
import { type ForgottenWords, forgottenWordsIn } from '../support/forgotten-words.ts';
import type { Outbox } from '../support/outbox.ts';
import { wordsIn } from '../support/words.ts';

/** `/retrieve`, for whoever has forgotten their password. */
export class RetrievePage {
  readonly words: ForgottenWords;
  readonly account: Locator;
  readonly code: CodePart;
  readonly password: Locator;
  readonly again: Locator;
  readonly submit: Locator;
  readonly problems: Locator;
  /** What is said at the end, and the way on. */
  readonly done: Locator;
  readonly signIn: Locator;
  /** Stops the page from going on by itself. */
  readonly stay: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    this.words = forgottenWordsIn(language);
    const { account, backToSignIn } = wordsIn(language);
    this.account = page.getByRole('textbox', { name: account });
    this.code = new CodePart(page, language);
    this.password = page.getByRole('textbox', { name: this.words.newPassword, exact: true });
    this.again = page.getByRole('textbox', { name: this.words.again });
    this.submit = page.locator('button[type=submit]');
    this.problems = page.locator('[role=alert]:not(.unseen):not(:empty)');
    this.done = page.getByRole('status').filter({ hasText: this.words.resetDone });
    this.signIn = page.getByRole('link', { name: backToSignIn });
    this.stay = page.getByRole('button', { name: this.words.stay });
  }

  async open(path = '/retrieve') {
    await this.page.goto(path);
    await this.page.waitForFunction(() => {
      const form = document.querySelector('form');
      return form && Object.keys(form).some((key) => key.startsWith('__react'));
    });
  }

  /** Account, code, on to the new password. */
  async prove(account: string, outbox: Outbox) {
    await this.account.fill(account);
    await this.code.ask();
    await this.code.field.fill(await outbox.code(account));
    await this.submit.click();
    await this.password.waitFor();
  }

  async choose(password: string, again = password) {
    await this.password.fill(password);
    await this.again.fill(again);
    await this.submit.click();
  }
}
