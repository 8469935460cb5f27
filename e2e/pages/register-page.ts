import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { waitForHydration } from '../support/page/hydration.ts';
import type { Outbox } from '../support/servers/outbox.ts';
import type { Credentials } from '../support/people/people.ts';
import { texts } from '../support/page/texts.ts';
import { CodeField } from './code-field.ts';
import { visibleErrors } from '../support/page/visible-errors.ts';

/** `/regist`: the registration page. */
export class RegisterPage {
  readonly account: Locator;
  readonly code: CodeField;
  readonly password: Locator;
  readonly repeatPassword: Locator;
  readonly agreement: Locator;
  readonly submit: Locator;
  readonly back: Locator;
  readonly strengthMeter: Locator;
  readonly hints: Locator;
  /** The error messages that are visible now. */
  readonly errors: Locator;
  /** Says that the account exists already. */
  readonly exists: { dialog: Locator; signIn: Locator; cancel: Locator };

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    const t = texts(language);
    this.account = page.getByRole('textbox', { name: t('login.account.label') });
    this.code = new CodeField(page, language);
    this.password = page.getByRole('textbox', { name: t('pwd.label'), exact: true });
    this.repeatPassword = page.getByRole('textbox', { name: t('pwd.again') });
    this.agreement = page.getByRole('checkbox', { name: t.prefix('register.protocol') });
    this.submit = page.locator('button[type=submit]');
    this.back = page.getByRole('link', { name: t('register.haveAccount') });
    this.strengthMeter = page.getByRole('status').filter({ hasText: t('pwd.strength') });
    this.hints = page.locator('form').getByRole('listitem');
    this.errors = visibleErrors(page);
    const dialog = page.getByRole('dialog', { name: t('register.exists.title') });
    const button = (name: string) => dialog.getByRole('button', { name });
    this.exists = { dialog, signIn: button(t('login.submit')), cancel: button(t('common.cancel')) };
  }

  async open(query: string | Record<string, string> = '') {
    await this.page.goto(`/regist?${new URLSearchParams(query)}`);
    await waitForHydration(this.page);
  }

  /** Fills in every field, with the code that is sent to the account. */
  async fill({ account, password }: Credentials, outbox: Pick<Outbox, 'code'>) {
    await this.account.fill(account);
    await this.code.send();
    await this.code.input.fill(await outbox.code(account));
    await this.password.fill(password);
    await this.repeatPassword.fill(password);
    await this.agreement.check();
  }

  async values() {
    return {
      account: await this.account.inputValue(),
      code: await this.code.input.inputValue(),
      password: await this.password.inputValue(),
      repeatPassword: await this.repeatPassword.inputValue(),
      agreed: await this.agreement.isChecked(),
    };
  }
}
