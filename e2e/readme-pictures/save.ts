import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '../fixtures/test.ts';

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

/** The sizes that a README may ask its readers to load. */
const limits = { still: 120_000, moving: 700_000 };

/** One picture of the series, and how long it is shown in milliseconds. */
export interface Frame {
  png: Buffer;
  duration: number;
}

/** Writes a screenshot as WebP, which needs a third of the bytes of PNG. */
export function saveStill(name: string, png: Buffer) {
  withFiles([png], ([file]) => {
    const path = target(name);
    execFileSync('cwebp', ['-quiet', '-q', '82', '-m', '6', '-sharp_yuv', file!, '-o', path]);
    expect(statSync(path).size, `bytes of ${name}`).toBeLessThanOrEqual(limits.still);
  });
}

/** Writes a series of screenshots as one WebP that starts again at its end. */
export function saveMoving(name: string, frames: readonly Frame[]) {
  const pictures = frames.map(({ png }) => png);
  withFiles(pictures, (files) => {
    const path = target(name);
    // Without loss: a series of screenshots becomes no smaller by losing detail, and shows no traces of earlier ones.
    const options = ['-loop', '0', '-min_size', '-lossless', '-q', '75', '-m', '4'];
    const series = files.flatMap((file, at) => ['-d', `${frames[at]!.duration}`, file]);
    execFileSync('img2webp', [...options, ...series, '-o', path]);
    expect(statSync(path).size, `bytes of ${name}`).toBeLessThanOrEqual(limits.moving);
  });
}

function target(name: string) {
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.webp`);
}

function withFiles(pictures: readonly Buffer[], encode: (files: string[]) => void) {
  const temporary = mkdtempSync(join(tmpdir(), 'foyer-pictures-'));
  const files = pictures.map((picture, at) => {
    const path = join(temporary, `${String(at).padStart(4, '0')}.png`);
    writeFileSync(path, picture);
    return path;
  });
  try {
    encode(files);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
