import { type Locator, type Page, expect } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { texts } from '../support/texts.ts';

/** The help desk that floats over a page on a PC, with its articles and the chat. */
export class HelpDesk {
  readonly desk: Locator;
  readonly entry: Locator;
  readonly consult: Locator;
  readonly moveHandle: Locator;
  readonly popover: Locator;
  readonly articles: Locator;
  readonly chat: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    const t = texts(language);
    this.desk = page.getByRole('complementary');
    this.entry = this.desk.getByRole('button', { name: t('cs.entry'), exact: true });
    this.consult = this.desk.getByRole('button', { name: t('cs.consult') }).first();
    this.moveHandle = this.desk.getByRole('button', { name: t('cs.move') });
    this.popover = this.desk.locator('div', { has: page.getByRole('heading', { name: t('cs.articles') }) }).last();
    this.articles = this.popover.getByRole('listitem').getByRole('link');
    this.chat = page.getByRole('dialog', { name: t('cs.entry') });
  }

  async box() {
    await this.entry.waitFor();
    const box = await this.desk.boundingBox();
    if (!box) throw new Error('The help desk is not shown');
    return box;
  }

  /** Drags it with the mouse by this many pixels; `during` runs before the button is released. */
  async drag(x: number, y: number, during = async () => {}) {
    const entry = (await this.entry.boundingBox())!;
    const [left, top] = [entry.x + entry.width / 2, entry.y + entry.height / 2];
    await this.page.mouse.move(left, top);
    await this.page.mouse.down();
    await this.page.mouse.move(left + x / 2, top + y / 2);
    await this.page.mouse.move(left + x, top + y);
    await during();
    await this.page.mouse.up();
  }

  /** It is inside the window horizontally and does not overlap the form. */
  async expectNotOverForm() {
    const desk = await this.box();
    const form = (await this.page.locator('[data-keep-free]').boundingBox())!;
    const { width } = this.page.viewportSize()!;
    const apart =
      desk.x >= form.x + form.width ||
      desk.x + desk.width <= form.x ||
      desk.y >= form.y + form.height ||
      desk.y + desk.height <= form.y;
    expect(apart, `${JSON.stringify(desk)} beside ${JSON.stringify(form)}`).toBe(true);
    expect(desk.x).toBeGreaterThanOrEqual(0);
    expect(desk.x + desk.width).toBeLessThanOrEqual(width);
  }
}
