import { type Locator, type Page, expect } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { type DeskWords, deskWordsIn } from '../support/desk-words.ts';

/** What floats over a page on a PC. */
export class HelpDeskPart {
  readonly words: DeskWords;
  readonly desk: Locator;
  readonly entry: Locator;
  readonly consult: Locator;
  readonly grip: Locator;
  readonly popover: Locator;
  readonly articles: Locator;
  readonly chat: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    this.words = deskWordsIn(language);
    this.desk = page.getByRole('complementary');
    this.entry = this.desk.getByRole('button', { name: this.words.entry });
    this.consult = this.desk.getByRole('button', { name: this.words.consult }).first();
    this.grip = this.desk.getByRole('button', { name: this.words.move });
    this.popover = this.desk.locator('div', { has: page.getByRole('heading', { name: this.words.articles }) }).last();
    this.articles = this.popover.getByRole('listitem').getByRole('link');
    this.chat = page.getByRole('dialog', { name: this.words.entry });
  }

  async box() {
    await this.entry.waitFor();
    const box = await this.desk.boundingBox();
    if (!box) throw new Error('The help desk is not there');
    return box;
  }

  /** As with a mouse, by so many pixels. */
  async drag(x: number, y: number, during = async () => {}) {
    const at = await this.entry.boundingBox();
    const [left, top] = [at!.x + at!.width / 2, at!.y + at!.height / 2];
    await this.page.mouse.move(left, top);
    await this.page.mouse.down();
    await this.page.mouse.move(left + x / 2, top + y / 2);
    await this.page.mouse.move(left + x, top + y);
    await during();
    await this.page.mouse.up();
  }

  async expectBesideTheForm() {
    const desk = await this.box();
    const form = (await this.page.locator('[data-keep-free]').boundingBox())!;
    const room = this.page.viewportSize()!;
    const apart =
      desk.x >= form.x + form.width ||
      desk.x + desk.width <= form.x ||
      desk.y >= form.y + form.height ||
      desk.y + desk.height <= form.y;
    expect(apart, `${JSON.stringify(desk)} beside ${JSON.stringify(form)}`).toBe(true);
    expect(desk.x).toBeGreaterThanOrEqual(0);
    expect(desk.x + desk.width).toBeLessThanOrEqual(room.width);
  }
}
