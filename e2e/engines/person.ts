import { expect } from '@playwright/test';
import { type Language, languageCookie } from '@foyer/contract/language';
import { seconds } from '@foyer/contract/time';
import { BrowserHangs } from './drivers/bounded-driver.ts';
import type { Driver, DriverElement } from './drivers/driver.ts';
import { type Role, findElement, wanted } from './find-element.ts';
import { readQrCode } from './read-qr-code.ts';

/** A page that is being left can refuse any command. */
function unlessBrowserHangs(error: unknown) {
  if (error instanceof BrowserHangs) throw error;
  return String(error);
}

/** What a person does in front of a browser, whichever engine it has. Each waits until it can be done. */
export class Person {
  constructor(
    readonly driver: Driver,
    readonly origin: string,
  ) {}

  /** Opens a page without waiting for its scripts. */
  async open(path: string, origin = this.origin) {
    // A page that is still arriving has no element yet.
    await this.#until(() => (document.documentElement.dataset.left = ''), '', 'to mark the page that is left');
    await this.driver.leaveFor(origin + path);
    await this.#until(
      () => document.documentElement.dataset.left === undefined && document.readyState !== 'loading',
      true,
      `to open ${path}`,
    );
  }

  /** Chooses the language of the next pages. WebKit may remove the cookies of the test before after this one is set. */
  async prefer(language: Language) {
    await this.open('/sandbox/clock');
    await expect(async () => {
      const shown = await this.driver.run((cookie) => {
        document.cookie = cookie;
        const request = new XMLHttpRequest();
        request.open('GET', '/help', false);
        request.send();
        return /<html lang="([\w-]+)"/.exec(request.responseText)?.[1];
      }, `${languageCookie}=${language}; path=/`);
      expect(shown).toBe(language);
    }, 'the language of the next page').toPass({ timeout: seconds(60) });
  }

  click = (role: Role, name: string) => this.#act(role, name, (element) => element.click());
  choose = (role: Role, name: string, value: string) => this.#act(role, name, (element) => element.choose(value));
  type = (name: string, text: string) => this.#act('textbox', name, (element) => element.type(text));
  /** Types into a field that the scripts of the page have not taken over yet. */
  typeEarly = (name: string, text: string) => this.#act('textbox', name, (element) => element.type(text), true);

  /** Waits until the page shows something. */
  see = (role: Role, name: string) => this.#act(role, name, async () => {});

  /** Waits until the scripts of the page have taken a field over, which has the focus and this value. */
  async seeValueInFocus(name: string, value: string) {
    const read = async () => {
      const field = await this.driver.find(findElement, wanted('textbox', name));
      return field && (await this.driver.run(() => (document.activeElement as HTMLInputElement).value, undefined));
    };
    await expect.poll(read, `the value of ${name}`).toBe(value);
  }

  async waitForPath(path: string) {
    await this.#until(() => location.pathname, path, 'the path');
  }

  /** What the QR code says that the window shows. */
  async readQrCode(): Promise<string> {
    let content: string | undefined;
    const read = async () => (content = await readQrCode(await this.driver.screenshot()));
    await expect.poll(read, 'the QR code on the screen').toBeTruthy();
    return content!;
  }

  async #act(role: Role, name: string, action: (element: DriverElement) => Promise<void>, early = false) {
    const attempt = async () => {
      const element = await this.driver.find(findElement, wanted(role, name, early));
      if (!element) return 'none can be used';
      await action(element);
      return 'used';
    };
    // The page may be navigating, or replace the element between the two.
    await expect.poll(() => attempt().catch(unlessBrowserHangs), `a ${role} named ${name}`).toBe('used');
  }

  async #until<Value>(read: () => Value, value: Value, description: string) {
    const run = () => this.driver.run(read, undefined).catch(unlessBrowserHangs);
    await expect.poll(run, description).toBe(value);
  }
}
