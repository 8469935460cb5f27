import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { texts } from '../support/texts.ts';
import { CodeField } from './code-field.ts';

/** The dialog that binds an account to an enterprise identity at the first SSO sign-in. */
export class BindAccountDialog {
  readonly dialog: Locator;
  readonly tabs: Locator;
  readonly mobileTab: Locator;
  readonly emailTab: Locator;
  readonly mobile: Locator;
  readonly email: Locator;
  readonly code: CodeField;
  readonly submit: Locator;
  readonly close: Locator;
  readonly errors: Locator;

  constructor(page: Page, language: Language) {
    const t = texts(language);
    this.dialog = page.getByRole('dialog', { name: t('sso.bind.title') });
    this.tabs = this.dialog.getByRole('tab');
    this.mobileTab = this.dialog.getByRole('tab', { name: t('sso.bind.tab.mobile') });
    this.emailTab = this.dialog.getByRole('tab', { name: t('sso.bind.tab.email') });
    this.mobile = this.dialog.getByRole('textbox', { name: t('sso.bind.tab.mobile') });
    this.email = this.dialog.getByRole('textbox', { name: t('sso.bind.tab.email') });
    // Each tab has a form of its own, which stays in the document while the other one is shown.
    const form = this.dialog.locator('form:visible');
    this.code = new CodeField(form, language);
    this.submit = form.locator('button[type=submit]');
    this.close = this.dialog.getByRole('button', { name: t('common.close'), exact: true });
    this.errors = form.locator('[role=alert]:not(.visually-hidden):not(:empty)');
  }

  async submitCode(code: string) {
    await this.code.input.fill(code);
    await this.submit.click();
  }
}
