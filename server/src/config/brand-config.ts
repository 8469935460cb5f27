import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { type ContrastProblem, brandColours, contrastProblems } from '@foyer/contract/brand/brand-colours';
import type { BrandLook, ThemedPicture } from '@foyer/contract/brand/brand-style';
import { contentHash } from '../platform/sha256.ts';
import type { Values } from './read-settings.ts';

/** Pictures of the brand, which are kept in memory. */
const brandFiles = { maxBytes: 512 * 1024 } as const;

/** A picture of the brand, and the URL path that it is served at. */
export interface BrandFile {
  path: string;
  content: Buffer;
}

interface BrandConfig {
  /** Undefined for the built-in look. */
  look: BrandLook | undefined;
  files: BrandFile[];
}

/** Where the pictures of the brand are served. */
export const brandPath = '/brand/';
const names = ['logo.svg', 'logo-dark.svg', 'favicon.svg', 'favicon.ico', 'hero.svg', 'hero-dark.svg'] as const;
type Name = (typeof names)[number];
const pictureTypes = /\.(svg|ico|png|jpe?g|gif|webp|avif)$/i;

/** Reads the colours and pictures of the brand, and adds a line to `problems` for each that cannot be used. */
export function readBrandConfig(values: Values, root: string, problems: string[]): BrandConfig {
  const colours = readColours(values, problems);
  const files = values.BRAND_ASSETS ? readFolder(values.BRAND_ASSETS, root, problems) : new Map<Name, BrandFile>();
  const logo = themedPicture(files, 'logo');
  const hero = themedPicture(files, 'hero');
  const icons = [files.get('favicon.ico'), files.get('favicon.svg')].flatMap((file) => file?.path ?? []);
  const look = {
    ...(colours && { colours }),
    ...(logo && { logo }),
    ...(hero && { hero }),
    ...(icons[0] && { icons }),
  };
  return { look: Object.keys(look).length > 0 ? look : undefined, files: [...files.values()] };
}

function readColours(values: Values, problems: string[]) {
  const { BRAND_ACCENT: accent, BRAND_ACCENT_DARK: accentDark } = values;
  const { BRAND_ACCENT_TEXT: text, BRAND_ACCENT_TEXT_DARK: textDark } = values;
  if (!accent) {
    if (accentDark || text || textDark) problems.push('BRAND_ACCENT is missing: the other colours of a brand need it');
    return undefined;
  }
  const colours = brandColours({ accent, accentDark, text, textDark });
  problems.push(...contrastProblems(colours).map((problem) => contrastLine(problem, values)));
  return colours;
}

function contrastLine({ theme, colour, with: other, ratio, needed }: ContrastProblem, values: Values) {
  const dark = theme === 'dark' ? ('_DARK' as const) : ('' as const);
  const own = colour === 'text' ? (`BRAND_ACCENT_TEXT${dark}` as const) : (`BRAND_ACCENT${dark}` as const);
  // A colour that was not given follows from the accent.
  const name = values[own] ? own : 'BRAND_ACCENT';
  // Rounded down: 4.49 must not be shown as the 4.5 that is needed.
  const shown = Math.floor(ratio * 100) / 100;
  return `${name} is "${values[name]}": its contrast with ${other} is ${shown}:1 in the ${theme} theme, and ${needed}:1 is needed`;
}

function readFolder(setting: string, root: string, problems: string[]): Map<Name, BrandFile> {
  const folder = resolve(root, setting);
  const files = new Map<Name, BrandFile>();
  const problem = (text: string) => problems.push(`BRAND_ASSETS is "${setting}": ${text}`);
  let entries: string[] = [];
  try {
    entries = readdirSync(folder);
  } catch {
    problem('give the path of a folder that can be read');
  }
  for (const entry of entries) {
    const name = names.find((one) => one === entry);
    if (!name) {
      if (pictureTypes.test(entry)) problem(`${entry} is not used; the names are ${names.join(', ')}`);
      continue;
    }
    const content = readFileSync(join(folder, name));
    if (content.length > brandFiles.maxBytes) problem(`${name} is larger than ${brandFiles.maxBytes / 1024} kB`);
    if (extname(name) === '.svg' && !/<svg[\s>]/.test(content.toString('utf8')))
      problem(`${name} is not an SVG picture`);
    files.set(name, { path: hashedPath(name, content), content });
  }
  for (const [light, dark] of [
    ['logo.svg', 'logo-dark.svg'],
    ['hero.svg', 'hero-dark.svg'],
  ] as const)
    if (files.has(dark) && !files.has(light)) problem(`${dark} needs a ${light} beside it`);
  return files;
}

/** Changes with the content, so that browsers may keep the file. */
function hashedPath(name: Name, content: Buffer) {
  const type = extname(name);
  return `${brandPath}${name.slice(0, -type.length)}-${contentHash(content).slice(0, 8)}${type}`;
}

function themedPicture(files: Map<Name, BrandFile>, name: 'logo' | 'hero'): ThemedPicture | undefined {
  const light = files.get(`${name}.svg`)?.path;
  const dark = files.get(`${name}-dark.svg`)?.path;
  return light ? { light, ...(dark && { dark }) } : undefined;
}
