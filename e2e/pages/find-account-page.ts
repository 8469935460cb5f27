import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { waitForHydration } from '../support/page/hydration.ts';
import { texts } from '../support/page/texts.ts';
import { CodeField } from './code-field.ts';
import { visibleErrors } from '../support/page/visible-errors.ts';

/** `/findAccount/account`: finds the accounts of a person who has forgotten which one to use. */
export class FindAccountPage {
  readonly byContact: Locator;
  readonly byPerson: Locator;
  readonly account: Locator;
  readonly name: Locator;
  readonly idNumber: Locator;
  readonly code: CodeField;
  readonly submit: Locator;
  /** To the step before. */
  readonly back: Locator;
  readonly signIn: Locator;
  readonly retry: Locator;
  readonly errors: Locator;
  readonly found: Locator;
  readonly accounts: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    const t = texts(language);
    this.byContact = page.getByRole('tab', { name: t('findAccount.byContact') });
    this.byPerson = page.getByRole('tab', { name: t('findAccount.byPerson') });
    this.account = page.getByRole('textbox', { name: t('findAccount.account') });
    this.name = page.getByRole('textbox', { name: t('findAccount.name') });
    this.idNumber = page.getByRole('textbox', { name: t('idcheck.number') });
    // By name and ID number, the message does not say where the code was sent to.
    this.code = new CodeField(page, language, new RegExp([t.prefix('code.sentTo'), t('findAccount.sent')].join('|')));
    this.submit = page.locator('button[type=submit]');
    this.back = page.getByRole('button', { name: t('common.back'), exact: true });
    this.signIn = page.getByRole('link', { name: t('login.submit'), exact: true });
    this.retry = page.getByRole('button', { name: t('common.retry') });
    this.errors = visibleErrors(page);
    this.found = page.getByRole('heading', { name: t('findAccount.found.one') });
    this.accounts = page.getByRole('main').getByRole('listitem');
  }

  async open() {
    await this.page.goto('/findAccount/account');
    await waitForHydration(this.page);
  }

  /** Submits a name and an ID number on the second tab, and waits for the code field. */
  async submitPerson(name: string, idNumber: string) {
    await this.byPerson.click();
    await this.name.fill(name);
    await this.idNumber.fill(idNumber);
    await this.submit.click();
    await this.code.input.waitFor();
  }

  async submitCode(code: string) {
    await this.code.input.fill(code);
    // The sixth digit submits.
    if (code.length < 6) await this.submit.click();
  }
}
