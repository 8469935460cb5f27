import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { texts } from '../support/page/texts.ts';
import { CodeField } from './code-field.ts';
import { visibleErrors } from '../support/page/visible-errors.ts';

/** The card that links an account to an enterprise identity at the first SSO sign-in. */
export class BindAccountCard {
  readonly card: Locator;
  readonly tabs: Locator;
  readonly mobileTab: Locator;
  readonly emailTab: Locator;
  readonly mobile: Locator;
  readonly email: Locator;
  readonly code: CodeField;
  readonly submit: Locator;
  readonly back: Locator;
  readonly errors: Locator;

  constructor(page: Page, language: Language) {
    const t = texts(language);
    this.card = page.getByRole('region', { name: t('sso.bind.title') });
    this.tabs = this.card.getByRole('tab');
    this.mobileTab = this.card.getByRole('tab', { name: t('sso.bind.tab.mobile') });
    this.emailTab = this.card.getByRole('tab', { name: t('sso.bind.tab.email') });
    this.mobile = this.card.getByRole('textbox', { name: t('sso.bind.tab.mobile') });
    this.email = this.card.getByRole('textbox', { name: t('sso.bind.tab.email') });
    // Each tab has a form of its own, which stays in the document while the other one is shown.
    const form = this.card.locator('form:visible');
    this.code = new CodeField(form, language);
    this.submit = form.locator('button[type=submit]');
    this.back = this.card.getByRole('button', { name: t('back.signIn') });
    this.errors = visibleErrors(form);
  }

  async submitCode(code: string) {
    await this.code.input.fill(code);
    // The sixth digit submits.
    if (code.length < 6) await this.submit.click();
  }
}
