import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { texts } from '../support/texts.ts';

/** The dialog that asks for consent to the agreements before a sign-in is complete. */
export class ConsentDialog {
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
    this.dialog = page.getByRole('dialog', { name: t('consent.title') });
    this.heading = this.dialog.getByRole('heading', { name: t('consent.title') });
    this.agree = this.dialog.getByRole('button', { name: t('consent.agree') });
    this.decline = this.dialog.getByRole('button', { name: t('consent.before.decline') });
    this.close = this.dialog.getByRole('button', { name: t('common.close'), exact: true });
    this.errors = this.dialog.locator('[role=alert]:not(:empty)');
    this.signedOut = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: t('consent.signedOut') });
  }
}
