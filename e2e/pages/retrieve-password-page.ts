import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { waitForHydration } from '../support/page/hydration.ts';
import type { Outbox } from '../support/servers/outbox.ts';
import { texts } from '../support/page/texts.ts';
import { CodeField } from './code-field.ts';
import { visibleErrors } from '../support/page/visible-errors.ts';

/** `/retrieve`: sets a new password for a person who has forgotten theirs. */
export class RetrievePasswordPage {
  readonly account: Locator;
  readonly code: CodeField;
  readonly password: Locator;
  readonly repeatPassword: Locator;
  readonly submit: Locator;
  readonly errors: Locator;
  /** The current one of the named steps. */
  readonly step: Locator;
  /** To the step before. */
  readonly back: Locator;
  /** The title at the end, and the link to the sign-in page. */
  readonly done: Locator;
  readonly signIn: Locator;
  /** Stops the automatic return to the sign-in page. */
  readonly stay: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    const t = texts(language);
    this.account = page.getByRole('textbox', { name: t('login.account.label') });
    this.code = new CodeField(page, language);
    this.password = page.getByRole('textbox', { name: t('pwd.new'), exact: true });
    this.repeatPassword = page.getByRole('textbox', { name: t('pwd.again') });
    this.submit = page.locator('button[type=submit]');
    this.errors = visibleErrors(page);
    this.step = page.locator('[aria-current=step]');
    this.back = page.getByRole('button', { name: t('common.back'), exact: true });
    this.done = page.getByRole('heading', { name: t('retrieve.done') });
    this.signIn = page.getByRole('link', { name: t('login.submit'), exact: true });
    this.stay = page.getByRole('button', { name: t('common.stay') });
  }

  async open(path = '/retrieve') {
    await this.page.goto(path);
    await waitForHydration(this.page);
  }

  /**
   * Submits the account with a code and waits for the second step. The number of codes counts those that were sent to
   * the account before, such as the one of its registration.
   */
  async verifyAccount(account: string, outbox: Pick<Outbox, 'code'>, codesSent = 1) {
    await this.account.fill(account);
    await this.code.send();
    await this.code.input.fill(await outbox.code(account, codesSent));
    await this.password.waitFor();
  }

  async submitPassword(password: string, repeated = password) {
    await this.password.fill(password);
    await this.repeatPassword.fill(repeated);
    await this.submit.click();
  }
}
