import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { type Employee, employees } from '../support/people/employees.ts';
import { waitForHydration } from '../support/page/hydration.ts';
import { texts } from '../support/page/texts.ts';
import { visibleErrors } from '../support/page/visible-errors.ts';

/** Enterprise SSO: the domain form on our page, the sandbox provider's page, and the page it returns to. */
export class SsoPages {
  readonly entry: Locator;
  readonly dialog: Locator;
  readonly title: Locator;
  readonly domain: Locator;
  readonly agreement: Locator;
  readonly submit: Locator;
  readonly back: Locator;
  readonly errors: Locator;
  /** On the return page. */
  readonly checking: Locator;
  readonly startAgain: Locator;
  readonly retry: Locator;
  readonly toast: Locator;

  constructor(
    readonly page: Page,
    readonly language: Language,
  ) {
    const t = texts(language);
    this.entry = page.getByRole('button', { name: t('sso.entry'), exact: true });
    this.dialog = page.getByRole('dialog', { name: t('sso.title') });
    this.title = page.getByRole('heading', { name: t('sso.title') });
    this.domain = page.getByRole('textbox', { name: t('sso.domain.label'), exact: true });
    this.agreement = page.getByRole('checkbox', { name: t.prefix('register.protocol') });
    this.submit = page.locator('form').filter({ has: this.domain }).locator('button[type=submit]');
    this.back = page.getByRole('button', { name: t('sso.back') });
    this.errors = visibleErrors(page);
    this.checking = page.getByRole('status').filter({ hasText: t('sso.loading') });
    this.startAgain = page.getByRole('link', { name: t('sso.again') });
    this.retry = page.getByRole('button', { name: t('common.retry'), exact: true });
    this.toast = page.locator('[role=status] [tabindex="0"]');
  }

  /** Opens the domain form by its URL, which shows no QR code. */
  async open(query: Record<string, string> = {}) {
    await this.page.goto(`/login/web?${new URLSearchParams({ ssoLogin: 'true', ...query })}`);
    await this.waitForHydration();
  }

  async waitForHydration() {
    await waitForHydration(this.page);
  }

  async submitDomain(domain: string) {
    await this.domain.fill(domain);
    await this.agreement.check();
    await this.submit.click();
  }

  /** Submits a domain and waits for the page of its provider. */
  async openProvider(domain: string) {
    await this.submitDomain(domain);
    await this.page.waitForURL('**/sandbox/**');
  }

  /** Signs in on the provider's page. */
  async chooseEmployee(id: Employee) {
    const { name } = employees[id];
    await this.page.getByRole('link', { name: this.language === 'zh-CN' ? name.zh : name.en }).click();
  }

  /** Opens the form, goes to the provider and signs in there. */
  async signIn(id: Employee, query: Record<string, string> = {}) {
    await this.open(query);
    await this.openProvider(employees[id].company);
    await this.chooseEmployee(id);
  }

  /** Signs in at the provider, and returns the return URL with its access code still unused. */
  async unusedReturnUrl(id: Employee): Promise<string> {
    const check = `**/api${checkAuthorisation.path}`;
    const code = new Promise<string>((resolve) => {
      void this.page.route(check, async (route) => {
        resolve(route.request().headers()[accessCodeHeader.toLowerCase()] ?? '');
        await route.fulfill({ body: '' });
      });
    });
    await this.signIn(id);
    const accessCode = await code;
    await this.page.unroute(check);
    return `${ssoMiddlePath}?${new URLSearchParams({ accessCode })}`;
  }
}
