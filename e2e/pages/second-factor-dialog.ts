import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { texts } from '../support/page/texts.ts';
import { CodeField } from './code-field.ts';
import { visibleErrors } from '../support/page/visible-errors.ts';

/** The dialog for a second factor. At sign-in there is no session before it is verified; at a step-up the session exists. */
export class SecondFactorDialog {
  readonly dialog: Locator;
  readonly code: CodeField;
  readonly trust: Locator;
  readonly submit: Locator;
  readonly close: Locator;
  readonly errors: Locator;
  /** Leads to the list of the other ways. */
  readonly another: Locator;
  readonly ways: Locator;
  /** Leads to the recovery: below the list of ways, or below the only one. */
  readonly lost: Locator;
  /** The dialog of the recovery. */
  readonly recovery: Locator;
  readonly backupCode: Locator;

  constructor(page: Page, language: Language) {
    const t = texts(language);
    // On the return page of SSO it has a title of its own.
    // A step-up has the page for itself.
    this.dialog = page
      .getByRole('dialog', { name: t('mfa.title') })
      .or(page.getByRole('dialog', { name: t('secondary.title') }))
      .or(page.getByRole('region', { name: t('mfa.title') }));
    this.code = new CodeField(this.dialog, language, t('code.sent'));
    this.trust = this.dialog.getByRole('checkbox', { name: t('mfa.trust') });
    this.submit = this.dialog.locator('button[type=submit]');
    this.close = this.dialog.getByRole('button', { name: t('common.close'), exact: true });
    this.another = this.dialog.getByRole('button', { name: t('mfa.another') });
    this.lost = this.dialog
      .getByRole('button', { name: t('recovery.open') })
      .or(this.dialog.getByRole('button', { name: t('recovery.openOne') }));
    this.recovery = page.getByRole('dialog', { name: t('recovery.title') });
    this.ways = this.dialog.getByRole('list').getByRole('button');
    this.backupCode = this.dialog.getByRole('textbox', { name: t('mfa.way.backupCode') });
    this.errors = visibleErrors(this.dialog);
  }

  /** The dialog sends the first code by itself. */
  async waitUntilSent() {
    await this.code.sentTo.waitFor();
  }

  async submitCode(code: string) {
    await this.code.input.fill(code);
    // The sixth digit submits.
    if (code.length < 6) await this.submit.click();
  }

  /** Chooses another way by its name. */
  async choose(name: string) {
    await this.another.click();
    await this.ways.filter({ hasText: name }).click();
  }
}
