import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { languages } from '@foyer/contract/language';
import type { Gallery } from './gallery-server.ts';

/** What a picture depends on besides the page: another browser or another font draws the same text differently. */
interface Conditions {
  chromium: string;
  /** The font families that the pages named when the pictures were made. */
  families: string[];
  /** Hash of a sample text drawn in these families. */
  sample: string;
}

const file = fileURLToPath(new URL('pictures/made-with.json', import.meta.url));

/** Records what the pictures are made with. */
export async function recordConditions(page: Page, gallery: Gallery) {
  const families: string[] = [];
  for (const language of languages) {
    await page.goto(gallery.stateUrl('offline', { language, theme: 'light', device: 'pc', brand: 'yunzhang' }));
    families.push(await page.evaluate(() => getComputedStyle(document.body).fontFamily));
  }
  // Another worker may be reading it.
  const written = `${file}.${process.pid}`;
  writeFileSync(written, `${JSON.stringify(await conditions(page, families), null, 2)}\n`);
  renameSync(written, file);
}

/** Why the pictures cannot be compared on this machine; undefined if they can. */
export async function whyNotComparable(page: Page): Promise<string | undefined> {
  const recorded: Conditions = JSON.parse(readFileSync(file, 'utf8'));
  const here = await conditions(page, recorded.families);
  if (here.chromium !== recorded.chromium)
    return `The pictures of the gallery were made with Chromium ${recorded.chromium}, this is ${here.chromium}: they were not compared.`;
  if (here.sample !== recorded.sample)
    return 'The pictures of the gallery were made with other fonts than those of this machine: they were not compared.';
  return undefined;
}

async function conditions(page: Page, families: string[]): Promise<Conditions> {
  const drawn = await page.evaluate((names) => {
    const canvas = document.createElement('canvas');
    canvas.width = 480;
    canvas.height = 60 * names.length;
    const pen = canvas.getContext('2d')!;
    for (const [row, family] of names.entries())
      for (const [column, weight] of [400, 600, 700].entries()) {
        pen.font = `${weight} 15px ${family}`;
        pen.fillText('登录 Sign in 0123', 160 * column, 60 * row + 30);
      }
    return canvas.toDataURL();
  }, families);
  const sample = createHash('sha256').update(drawn).digest('hex');
  return { chromium: page.context().browser()!.version(), families, sample };
}
