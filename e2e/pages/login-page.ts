import type { Locator, Page, Request, Route } from '@playwright/test';
import { commitPassword } from '@foyer/contract/flows/password-login';
import type { Credentials } from '../support/people/people.ts';
import { startInBothLanguages } from '../support/page/texts.ts';
import { visibleErrors } from '../support/page/visible-errors.ts';

/** `/login/web`: the sign-in page. Its locators work in both languages, for tests that change the language. */
export class LoginPage {
  readonly account: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  /** In a browser that remembers accounts, leads to the form. */
  readonly otherAccount: Locator;
  readonly passwordTab: Locator;
  readonly codeTab: Locator;
  readonly languageSelect: Locator;
  /** Below the card, once the page is idle. */
  readonly sharedComputer: Locator;
  /** The error messages that are visible now. */
  readonly errors: Locator;

  constructor(readonly page: Page) {
    this.account = page.getByRole('textbox', { name: startInBothLanguages('login.account.label') });
    this.password = page.getByRole('textbox', { name: startInBothLanguages('login.password.label') });
    this.passwordTab = page.getByRole('tab', { name: startInBothLanguages('login.tab.password') });
    this.codeTab = page.getByRole('tab', { name: startInBothLanguages('login.tab.code') });
    this.languageSelect = page.getByRole('combobox', { name: startInBothLanguages('header.language') });
    this.sharedComputer = page.getByRole('checkbox', { name: startInBothLanguages('login.shared') });
    this.otherAccount = page.getByRole('button', { name: startInBothLanguages('chooser.other') });
    this.submit = page.getByRole('tabpanel').locator('button[type=submit]');
    this.errors = visibleErrors(page);
  }

  /** Opens the form, also in a browser that remembers accounts. */
  async open(query: string | Record<string, string> = '') {
    await this.page.goto(`/login/web?${new URLSearchParams(query)}`);
    await this.waitForHydration();
    await this.#leaveChooser();
  }

  /** Opens the URL of an application that sends people here. */
  async openFrom(url: string) {
    await this.page.goto(url);
    await this.waitForHydration();
  }

  /** After a click that leads here. */
  async waitUntilOpen() {
    await this.page.waitForURL('**/login/web?**');
    await this.waitForHydration();
  }

  /** Fields can be filled in before this; everything else needs the script. */
  async waitForHydration() {
    await this.page.waitForFunction(isHydrated);
  }

  isHydrated(): Promise<boolean> {
    return this.page.evaluate(isHydrated);
  }

  async fill({ account, password }: Credentials) {
    await this.showForm();
    // The page opens on the tab that was used last.
    if ((await this.passwordTab.getAttribute('aria-selected')) !== 'true') await this.passwordTab.click();
    await this.account.fill(account);
    await this.password.fill(password);
  }

  /** Shows the form, if the browser remembers accounts. */
  async showForm() {
    await this.submit.or(this.otherAccount).first().waitFor();
    await this.#leaveChooser();
  }

  async #leaveChooser() {
    if (await this.otherAccount.isVisible()) await this.otherAccount.click();
  }

  /** Submits the form and waits for the response, whatever it is. */
  async attempt(credentials: Credentials) {
    await this.fill(credentials);
    const responded = this.page.waitForResponse(isCommit);
    await this.submit.click();
    const response = await responded;
    await response.finished();
    return response;
  }

  /** Submits the form and waits for the page that a successful sign-in leads to. */
  async signIn(credentials: Credentials, url = '**/home') {
    await this.fill(credentials);
    await this.submit.click();
    await this.page.waitForURL(url);
  }

  /** The body of the next response, read before the page navigates because of it. */
  nextResponse(): Promise<{ code: number; message: string; data: Record<string, unknown> }> {
    return new Promise((resolve) => {
      const read = async (route: Route) => {
        const response = await route.fetch();
        resolve(await response.json());
        await route.fulfill({ response });
      };
      void this.page.route(`**${commitPath}`, read, { times: 1 });
    });
  }

  /** The sign-in requests from now on. */
  watchCommits(): Request[] {
    const commits: Request[] = [];
    this.page.on('request', (request) => {
      if (isCommit(request)) commits.push(request);
    });
    return commits;
  }

  /** Handles the sign-in requests instead of the service. */
  async routeCommits(handle: (route: Route) => Promise<void>) {
    await this.page.route(`**${commitPath}`, handle);
  }
}

const commitPath = `/api${commitPassword.path}`;
const isCommit = (message: { url(): string }) => new URL(message.url()).pathname === commitPath;

/** Runs in the browser: whether React has taken over the form. */
function isHydrated() {
  // The first tab list is the one of the form. The QR code after it has one too, which hydrates later.
  const tabs = document.querySelector('[role=tablist]');
  // Where the browser remembers accounts, their cards replace the form.
  const part = document.querySelector('[data-other-account]') ?? tabs;
  return part !== null && Object.keys(part).some((key) => key.startsWith('__react'));
}
