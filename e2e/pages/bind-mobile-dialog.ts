import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { texts } from '../support/page/texts.ts';
import { CodeField } from './code-field.ts';
import { visibleErrors } from '../support/page/visible-errors.ts';

/** The dialog that binds a mobile number to an app identity that has no account yet. */
export class BindMobileDialog {
  readonly dialog: Locator;
  readonly mobile: Locator;
  readonly code: CodeField;
  readonly agreement: Locator;
  readonly submit: Locator;
  readonly close: Locator;
  readonly errors: Locator;

  constructor(page: Page, language: Language) {
    const t = texts(language);
    this.dialog = page.getByRole('dialog', { name: t('bind.title') });
    this.mobile = this.dialog.getByRole('textbox', { name: t('home.mobile') });
    this.code = new CodeField(this.dialog, language);
    this.agreement = this.dialog.getByRole('checkbox', { name: t.prefix('register.protocol') });
    this.submit = this.dialog.locator('button[type=submit]');
    this.close = this.dialog.getByRole('button', { name: t('common.close'), exact: true });
    this.errors = visibleErrors(this.dialog);
  }
}
