import type { Locator, Page, Request, Route } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { commitPassword } from '@foyer/contract/flows/password-login';
import type { Member } from '../support/people.ts';
import { type Words, wordsIn } from '../support/words.ts';

/** `/login/web`, as someone sees and uses it. */
export class LoginPage {
  readonly words: Words;
  readonly account: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly passwordTab: Locator;
  readonly codeTab: Locator;
  readonly language: Locator;
  /** Everything that is said to be wrong and can be seen just now. */
  readonly problems: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    this.words = wordsIn(language);
    const panel = page.getByRole('tabpanel');
    const both = (word: (words: Words) => string) =>
      new RegExp(`^(${word(wordsIn('zh-CN'))}|${word(wordsIn('en-US'))})`);
    this.account = page.getByRole('textbox', { name: both((words) => words.account) });
    this.password = page.getByRole('textbox', { name: both((words) => words.password) });
    this.passwordTab = page.getByRole('tab', { name: both((words) => words.passwordTab) });
    this.codeTab = page.getByRole('tab', { name: both((words) => words.codeTab) });
    this.language = page.getByRole('combobox', { name: both((words) => words.language) });
    // What it says changes with what it does.
    this.submit = panel.locator('button[type=submit]');
    this.problems = page.locator('[role=alert]:not(.unseen):not(:empty)');
  }

  async open(query: string | Record<string, string> = '') {
    await this.page.goto(`/login/web?${new URLSearchParams(query)}`);
    await this.untilAlive();
  }

  /** Fields can be filled in at once; what needs the script waits for it. */
  async untilAlive() {
    await this.page.waitForFunction(isAlive);
  }

  isAlive(): Promise<boolean> {
    return this.page.evaluate(isAlive);
  }

  async fill({ account, password }: Pick<Member, 'account' | 'password'>) {
    await this.account.fill(account);
    await this.password.fill(password);
  }

  /** Fills in and submits, and waits for the service to have answered. */
  async attempt(someone: Pick<Member, 'account' | 'password'>) {
    await this.fill(someone);
    const answered = this.page.waitForResponse(isCommit);
    await this.submit.click();
    const response = await answered;
    await response.finished();
    return response;
  }

  async signIn(someone: Member, then = '**/home') {
    await this.fill(someone);
    await this.submit.click();
    await this.page.waitForURL(then);
  }

  /** What the service answers to the next try, read before the page goes on because of it. */
  hearAnswer(): Promise<{ code: number; message: string; data: Record<string, unknown> }> {
    return new Promise((resolve) => {
      const hear = async (route: Route) => {
        const response = await route.fetch();
        resolve(await response.json());
        await route.fulfill({ response });
      };
      void this.page.route(`**${commitPath}`, hear, { times: 1 });
    });
  }

  /** Counts the tries to sign in from here on. */
  watchCommits(): Request[] {
    const commits: Request[] = [];
    this.page.on('request', (request) => {
      if (isCommit(request)) commits.push(request);
    });
    return commits;
  }

  /** Answers the try to sign in itself, instead of the service. */
  async answerCommits(answer: (route: Route) => Promise<void>) {
    await this.page.route(`**${commitPath}`, answer);
  }
}

const commitPath = `/api${commitPassword.path}`;
const isCommit = (about: { url(): string }) => new URL(about.url()).pathname === commitPath;

/** In the browser: whether the script has taken over the page. */
function isAlive() {
  // Those of the form; the code beside it has its own, which come alive later.
  const tabs = [...document.querySelectorAll('[role=tablist]')].at(-1);
  return tabs !== undefined && Object.keys(tabs).some((key) => key.startsWith('__react'));
}
