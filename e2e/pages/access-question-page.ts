import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { texts } from '../support/page/texts.ts';

/** `/oidc/access`: an application of someone else asks for access to the account. */
export class AccessQuestionPage {
  readonly heading: Locator;
  /** What the application would learn. */
  readonly scopes: Locator;
  readonly allow: Locator;
  readonly decline: Locator;
  readonly otherAccount: Locator;

  constructor(page: Page, language: Language) {
    const t = texts(language);
    this.heading = page.getByRole('heading', { level: 1 });
    this.scopes = page.getByRole('list', { name: t('access.lead') }).getByRole('listitem');
    this.allow = page.getByRole('button', { name: t('access.allow'), exact: true });
    this.decline = page.getByRole('button', { name: t('access.decline'), exact: true });
    this.otherAccount = page.getByRole('link', { name: t('access.other') });
  }
}
