import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { texts } from '../support/page/texts.ts';

/** The dialog that asks to accept the agreement before a sign-in is complete. */
export class AgreementDialog {
  readonly dialog: Locator;
  readonly heading: Locator;
  readonly agree: Locator;
  /** Its name begins the same, whether it signs out or not. */
  readonly decline: Locator;
  readonly close: Locator;
  readonly errors: Locator;
  /** On the form, after a decline that signed the person out. */
  readonly signedOut: Locator;

  constructor(page: Page, language: Language) {
    const t = texts(language);
    this.dialog = page.getByRole('dialog', { name: t('agreement.title') });
    this.heading = this.dialog.getByRole('heading', { name: t('agreement.title') });
    this.agree = this.dialog.getByRole('button', { name: t('agreement.agree') });
    this.decline = this.dialog.getByRole('button', { name: t('agreement.before.decline') });
    this.close = this.dialog.getByRole('button', { name: t('common.close'), exact: true });
    this.errors = this.dialog.locator('[role=alert]:not(:empty)');
    this.signedOut = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: t('agreement.signedOut') });
  }
}
