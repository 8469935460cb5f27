import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { texts } from '../support/page/texts.ts';

/** The dialog that offers a new account to set a password. */
export class SetPasswordDialog {
  readonly dialog: Locator;
  readonly password: Locator;
  readonly repeatPassword: Locator;
  readonly confirm: Locator;
  readonly skip: Locator;
  readonly errors: Locator;

  constructor(page: Page, language: Language) {
    const t = texts(language);
    this.dialog = page.getByRole('dialog', { name: t('setpwd.title') });
    this.password = this.dialog.getByRole('textbox', { name: t('pwd.new'), exact: true });
    this.repeatPassword = this.dialog.getByRole('textbox', { name: t('pwd.again') });
    this.confirm = this.dialog.getByRole('button', { name: t('setpwd.confirm') });
    this.skip = this.dialog.getByRole('button', { name: t('setpwd.skip') });
    this.errors = this.dialog.getByRole('alert').filter({ hasText: /\S/ });
  }
}
