import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { CodePart } from './code-part.ts';
import { type CodeWords, codeWordsIn } from '../support/code-words.ts';
import type { Outbox } from '../support/outbox.ts';
import { wordsIn } from '../support/words.ts';

export interface Newcomer {
  account: string;
  password: string;
}

/** `/regist`, as someone new sees and uses it. */
export class RegisterPage {
  readonly words: CodeWords;
  readonly account: Locator;
  readonly code: CodePart;
  readonly password: Locator;
  readonly again: Locator;
  readonly tick: Locator;
  readonly submit: Locator;
  readonly back: Locator;
  /** How strong the password is said to be. */
  readonly meter: Locator;
  readonly hints: Locator;
  /** Everything that is said to be wrong and can be seen just now. */
  readonly problems: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    this.words = codeWordsIn(language);
    this.account = page.getByRole('textbox', { name: wordsIn(language).account });
    this.code = new CodePart(page, language);
    this.password = page.getByRole('textbox', { name: this.words.newPassword, exact: true });
    this.again = page.getByRole('textbox', { name: this.words.again });
    this.tick = page.getByRole('checkbox', { name: this.words.tick });
    this.submit = page.locator('button[type=submit]');
    this.back = page.getByRole('link', { name: this.words.haveAccount });
    this.meter = page.getByRole('status').filter({ hasText: this.words.strength });
    this.hints = page.getByRole('listitem');
    this.problems = page.locator('[role=alert]:not(.unseen):not(:empty)');
  }

  async open(query: string | Record<string, string> = '') {
    await this.page.goto(`/regist?${new URLSearchParams(query)}`);
    await this.page.waitForFunction(() => {
      const form = document.querySelector('form');
      return form && Object.keys(form).some((key) => key.startsWith('__react'));
    });
  }

  /** Fills in everything, with the code that came. */
  async fill({ account, password }: Newcomer, outbox: Outbox) {
    await this.account.fill(account);
    await this.code.ask();
    await this.code.field.fill(await outbox.code(account));
    await this.password.fill(password);
    await this.again.fill(password);
    await this.tick.check();
  }

  /** What the person sees in the fields. */
  async typed() {
    const fields = { account: this.account, code: this.code.field, password: this.password, again: this.again };
    const values = Object.entries(fields).map(async ([name, field]) => [name, await field.inputValue()] as const);
    return { ...Object.fromEntries(await Promise.all(values)), ticked: await this.tick.isChecked() };
  }
}
