import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { type Employee, employees } from '../support/employees.ts';
import { type SsoWords, ssoWordsIn } from '../support/sso-words.ts';

/** A company's door: the question for its domain on our page, the company's own page, and the page to come back to. */
export class SsoPages {
  readonly words: SsoWords;
  readonly entry: Locator;
  readonly dialog: Locator;
  readonly title: Locator;
  readonly domain: Locator;
  readonly tick: Locator;
  /** What it says changes with what it does. */
  readonly submit: Locator;
  readonly back: Locator;
  readonly problems: Locator;
  /** On the way back. */
  readonly checking: Locator;
  readonly again: Locator;
  readonly retry: Locator;
  readonly toast: Locator;

  constructor(
    readonly page: Page,
    readonly language: Language,
  ) {
    this.words = ssoWordsIn(language);
    const { entry, title, domain, tick, back, checking, again } = this.words;
    this.entry = page.getByRole('button', { name: entry, exact: true });
    this.dialog = page.getByRole('dialog', { name: title });
    this.title = page.getByRole('heading', { name: title });
    this.domain = page.getByRole('textbox', { name: domain, exact: true });
    this.tick = page.getByRole('checkbox', { name: tick });
    this.submit = page.locator('form').filter({ has: this.domain }).locator('button[type=submit]');
    this.back = page.getByRole('button', { name: back });
    this.problems = page.locator('[role=alert]:not(.unseen):not(:empty)');
    this.checking = page.getByRole('status').filter({ hasText: checking });
    this.again = page.getByRole('link', { name: again });
    this.retry = page.getByRole('button', { name: /^(重试|Retry)$/ });
    this.toast = page.locator('[role=status] [tabindex="0"]');
  }

  /** The form, as an address asks for it; with nothing to scan beside it. */
  async open(query: Record<string, string> = {}) {
    await this.page.goto(`/login/web?${new URLSearchParams({ ssoLogin: 'true', ...query })}`);
    await this.untilAlive();
  }

  async untilAlive() {
    await this.page.waitForFunction(() => {
      const form = document.querySelector('form');
      return form !== null && Object.keys(form).some((key) => key.startsWith('__react'));
    });
  }

  async ask(domain: string) {
    await this.domain.fill(domain);
    await this.tick.check();
    await this.submit.click();
  }

  /** To the company's own page. */
  async goTo(domain: string) {
    await this.ask(domain);
    await this.page.waitForURL('**/sandbox/**');
  }

  /** There, as one of its people. */
  async be(id: Employee) {
    const { name } = employees[id];
    await this.page.getByRole('link', { name: this.language === 'zh-CN' ? name.zh : name.en }).click();
  }

  /** The whole way there and back. */
  async signIn(id: Employee, query: Record<string, string> = {}) {
    await this.open(query);
    await this.goTo(employees[id].company);
    await this.be(id);
  }

  /** Comes back with an access code that nobody has tried yet: the address that it came in. */
  async comeBackUntried(id: Employee): Promise<string> {
    const tried = `**/api${checkAuthorisation.path}`;
    const code = new Promise<string>((resolve) => {
      void this.page.route(tried, async (route) => {
        resolve(route.request().headers()[accessCodeHeader.toLowerCase()] ?? '');
        await route.fulfill({ body: '' });
      });
    });
    await this.signIn(id);
    const accessCode = await code;
    await this.page.unroute(tried);
    return `${ssoMiddlePath}?${new URLSearchParams({ accessCode })}`;
  }
}
