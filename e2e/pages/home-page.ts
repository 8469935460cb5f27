import { expect, type Locator, type Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { type Words, wordsIn } from '../support/words.ts';

/** `/home`, where someone who has signed in arrives. */
export class HomePage {
  readonly words: Words;
  readonly greeting: Locator;
  readonly devices: Locator;
  readonly identities: Locator;
  readonly toast: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    this.words = wordsIn(language);
    this.greeting = page.getByText(this.words.hello);
    this.devices = page.getByRole('region', { name: this.words.devices }).getByRole('listitem');
    this.identities = page.getByRole('region', { name: this.words.identities }).getByRole('listitem');
    this.toast = page.getByRole('status').filter({ hasText: this.words.endedThere });
  }

  async signOut() {
    await this.page.getByRole('button', { name: this.words.signOut, exact: true }).click();
    await this.page.waitForURL('**/login/web');
  }

  async signOutEverywhere() {
    await this.page.getByRole('button', { name: this.words.signOutEverywhere }).click();
    await this.page.waitForURL('**/login/web');
  }

  async unlink(name: string) {
    await this.page.getByRole('button', { name: this.words.unlink(name) }).click();
    await expect(this.page.getByRole('status').filter({ hasText: this.words.unlinked })).toBeVisible();
  }

  async endTheOtherSession() {
    await this.page.getByRole('button', { name: this.words.endThere }).click();
  }
}
