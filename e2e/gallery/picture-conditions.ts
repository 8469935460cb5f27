import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** What a picture depends on besides the page and the fonts, which are the gallery's own. */
interface Conditions {
  /** For the message only: Chromium 153 and 156 from two builders draw the same pictures. */
  chromium: string;
  /** Hash of a drawn text: another operating system draws the same letters differently. */
  sample: string;
}

const file = fileURLToPath(new URL('pictures/made-with.json', import.meta.url));

/** Records what the pictures are made with. */
export async function recordConditions(page: Page) {
  // Another worker may be reading it.
  const written = `${file}.${process.pid}`;
  writeFileSync(written, `${JSON.stringify(await conditions(page), null, 2)}\n`);
  renameSync(written, file);
}

/** Why the pictures cannot be compared on this machine; undefined if they can. */
export async function whyNotComparable(page: Page): Promise<string | undefined> {
  const recorded: Conditions = JSON.parse(readFileSync(file, 'utf8'));
  const here = await conditions(page);
  if (here.sample === recorded.sample) return undefined;
  return `The pictures of the gallery were made with Chromium ${recorded.chromium} on Linux, and this browser, ${here.chromium}, draws text differently: they were not compared.`;
}

async function conditions(page: Page): Promise<Conditions> {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d')!;
    for (const [row, family] of ['Noto Sans S Chinese', 'Noto Sans'].entries())
      for (const [column, weight] of [400, 500, 600].entries()) {
        pen.font = `${weight} 15px ${family}`;
        pen.fillText('登录 Sign in', 100 * column, 60 * row + 30);
      }
    return canvas.toDataURL();
  });
  const sample = createHash('sha256').update(drawn).digest('hex');
  return { chromium: page.context().browser()!.version(), sample };
}
