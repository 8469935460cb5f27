import { type Locator, type Page, type Request, expect } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { type Texts, texts } from '../support/page/texts.ts';

/** `/home` and `/account`: the account, where a sign-in leads by default. */
export class HomePage {
  readonly #t: Texts;
  readonly greeting: Locator;
  readonly devices: Locator;
  readonly identities: Locator;
  /** Of the agreements; loaded after the account. */
  readonly receipts: Locator;
  /** The message after a session on another device was ended. */
  readonly toast: Locator;
  /** Asks before an action that cannot be undone. */
  readonly dialog: Locator;
  /** What the page is still loading. */
  readonly #loading = new Set<Request>();

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    const t = (this.#t = texts(language));
    this.greeting = page.getByRole('heading', { level: 1 });
    // The last row signs out of all of them.
    this.devices = page
      .getByRole('region', { name: t('home.sessions') })
      .getByRole('listitem')
      .filter({ hasNotText: t('home.signOutEverywhere') });
    this.identities = page
      .getByRole('region', { name: t('home.identities') })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `${t('home.identities.unlink')}: ` }) });
    this.receipts = page.getByRole('button', { name: `${t('agreements.receipt')}: ` });
    this.dialog = page.getByRole('dialog');
    this.toast = page.getByRole('status').filter({ hasText: t('home.sessions.ended') });
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/api/user/')) this.#loading.add(request);
    });
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => this.#loading.delete(request));
  }

  /**
   * What is loaded after the end of the session would be refused, which the browser logs as an error. What is loaded
   * between the press and the release of a button moves the button away.
   */
  async waitUntilLoaded() {
    await expect(this.receipts.first()).toBeVisible();
    await expect.poll(() => this.#loading.size).toBe(0);
  }

  async signOut() {
    await this.waitUntilLoaded();
    await this.page.getByRole('button', { name: this.#t('home.signOut'), exact: true }).click();
    await this.page.waitForURL('**/login/web');
  }

  async signOutEverywhere() {
    await this.waitUntilLoaded();
    await this.page.getByRole('button', { name: this.#t('home.signOutEverywhere') }).click();
    await this.confirm(this.#t('home.signOutEverywhere'));
    await this.page.waitForURL('**/login/web');
  }

  unlinkButton(name: string): Locator {
    return this.page.getByRole('button', { name: `${this.#t('home.identities.unlink')}: ${name}` });
  }

  /** The button of a row that has several actions. */
  menuOf(row: string): Locator {
    return this.page.getByRole('button', { name: `${this.#t('account.more')}: ${row}` });
  }

  /** Chooses an action of a row that has several. */
  async choose(action: string, row: string) {
    await this.menuOf(row).click();
    await this.page.getByRole('menuitem', { name: `${action}: ${row}` }).click();
  }

  /** Answers the dialog that asks before an action. */
  private async confirm(action: string) {
    await this.dialog.getByRole('button', { name: action, exact: true }).click();
  }

  async unlink(name: string) {
    await this.waitUntilLoaded();
    await this.unlinkButton(name).click();
    await this.confirm(this.#t('home.identities.unlink'));
    const unlinked = this.#t('home.identities.unlinked');
    await expect(this.page.getByRole('status').filter({ hasText: unlinked })).toBeVisible();
  }

  async endOtherSession() {
    const end = this.page.getByRole('button', { name: `${this.#t('home.sessions.end')}: ` });
    await end.first().click();
  }
}
