import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { type Texts, texts } from '../support/page/texts.ts';
import { CodeField } from './code-field.ts';
import { visibleErrors } from '../support/page/visible-errors.ts';

/** The dialog that asks an invited person for the last four characters of their ID number, or for a corrected number. */
export class IdentityCheckDialog {
  readonly #t: Texts;
  readonly dialog: Locator;
  readonly boxes: Locator;
  readonly submit: Locator;
  readonly close: Locator;
  readonly errors: Locator;
  readonly wrongRecord: Locator;
  readonly number: Locator;
  readonly code: CodeField;
  readonly back: Locator;
  /** Leads to the identity service, after another ID number was given. */
  readonly verify: Locator;
  /** What is said once the number is right: on top of the form, or in a toast where there is none. */
  readonly passed: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    const t = (this.#t = texts(language));
    this.dialog = page.getByRole('dialog', { name: t('idcheck.title') });
    this.boxes = this.dialog.getByRole('group', { name: t('idcheck.short') }).getByRole('textbox');
    this.submit = this.dialog.locator('button[type=submit]');
    this.close = this.dialog.getByRole('button', { name: t('common.close'), exact: true });
    this.errors = visibleErrors(this.dialog);
    this.wrongRecord = this.dialog.getByRole('button', { name: t('idcheck.wrongRecord') });
    this.number = this.dialog.getByRole('textbox', { name: t('idcheck.number') });
    this.code = new CodeField(this.dialog, language);
    this.back = this.dialog.getByRole('button', { name: t('common.back'), exact: true });
    this.verify = this.dialog.getByRole('button', { name: t('idcheck.claimed.verify') });
    this.passed = page.getByRole('status').locator('p');
  }

  box(n: number) {
    return this.dialog.getByRole('textbox', { name: this.#t('idcheck.box.aria', { n }) });
  }

  /** Types on the keyboard, starting in the first box. */
  async type(text: string) {
    await this.box(1).focus();
    await this.page.keyboard.type(text);
  }

  /** Replaces what is in the boxes and submits. */
  async submitSuffix(suffix: string) {
    for (const [n, character] of [...suffix].entries()) {
      await this.box(n + 1).focus();
      await this.page.keyboard.type(character);
    }
    await this.submit.click();
  }

  values() {
    return this.boxes.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
  }
}
