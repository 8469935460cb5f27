import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { problemsOf } from '../../test/support/config-problems.ts';
import { readConfig } from './read-config.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

function folderWith(files: Record<string, string>) {
  const folder = temporaryFolder(onTestFinished);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

test('without settings the look is the built-in one', () => {
  const config = readConfig({});
  expect(config.page).not.toHaveProperty('look');
  expect(config.brandFiles).toEqual([]);
});

describe('colours', () => {
  test('all colours of a brand follow from one', () => {
    expect(readConfig({ BRAND_ACCENT: '#0B6E5F' }).page.look).toEqual({
      colours: {
        light: expect.objectContaining({ accent: '#0b6e5f', text: '#0b6e5f' }),
        dark: expect.objectContaining({ accent: expect.stringMatching(/^#/), soft: expect.stringMatching(/^#/) }),
      },
    });
  });

  test.each([
    [{ BRAND_ACCENT: 'green' }, 'BRAND_ACCENT is "green": give a colour such as #0b6e5f'],
    [
      { BRAND_ACCENT: '#ffd400' },
      'BRAND_ACCENT is "#ffd400": its contrast with #ffffff is 1.43:1 in the light theme, and 4.5:1 is needed',
    ],
    [
      { BRAND_ACCENT: '#0b6e5f', BRAND_ACCENT_DARK: '#083b34' },
      'BRAND_ACCENT_DARK is "#083b34": its contrast with #161c2b is 1.36:1 in the dark theme, and 3:1 is needed',
    ],
    [
      { BRAND_ACCENT: '#0b6e5f', BRAND_ACCENT_TEXT: '#757575' },
      'BRAND_ACCENT_TEXT is "#757575": its contrast with #f2f4f9 is 4.18:1 in the light theme, and 4.5:1 is needed',
    ],
    [{ BRAND_ACCENT_DARK: '#0f7f6e' }, 'BRAND_ACCENT is missing: the other colours of a brand need it'],
  ])('%j stops the start', (env, line) => {
    expect(problemsOf(env)).toContain(line);
  });
});

describe('pictures', () => {
  test('each is served at a path that changes with its content', () => {
    const read = (logo: string) =>
      readConfig({
        BRAND_ASSETS: folderWith({ 'logo.svg': logo, 'favicon.ico': 'x', 'favicon.svg': svg, 'a.md': '' }),
      });
    const { page, brandFiles } = read(svg);
    expect(page.look).toEqual({
      logo: { light: expect.stringMatching(/^\/brand\/logo-[\w-]{8}\.svg$/) },
      icons: [expect.stringMatching(/favicon-.*\.ico$/), expect.stringMatching(/favicon-.*\.svg$/)],
    });
    expect(brandFiles.map(({ path }) => path)).toContain(page.look!.logo!.light);
    expect(read(`${svg} `).page.look!.logo).not.toEqual(page.look!.logo);
  });

  test('a picture may have another one for the dark theme', () => {
    const BRAND_ASSETS = folderWith({ 'hero.svg': svg, 'hero-dark.svg': svg });
    expect(readConfig({ BRAND_ASSETS }).page.look).toEqual({
      hero: { light: expect.stringContaining('/brand/hero-'), dark: expect.stringContaining('/brand/hero-dark-') },
    });
  });

  test.each([
    ['a misspelt name', { 'Logo.svg': svg }, 'Logo.svg is not used; the names are logo.svg, logo-dark.svg,'],
    ['another kind of picture', { 'logo.png': 'x' }, 'logo.png is not used'],
    ['a file that is no picture', { 'logo.svg': 'hello' }, 'logo.svg is not an SVG picture'],
    ['a dark picture alone', { 'logo-dark.svg': svg }, 'logo-dark.svg needs a logo.svg beside it'],
    ['a picture that is too large', { 'hero.svg': svg.padEnd(600_000) }, 'hero.svg is larger than 512 kB'],
  ])('%s stops the start', (_, files, text) => {
    const BRAND_ASSETS = folderWith(files);
    expect(problemsOf({ BRAND_ASSETS })).toEqual([
      expect.stringContaining(`BRAND_ASSETS is "${BRAND_ASSETS}": ${text}`),
    ]);
  });

  test('a folder that is not there stops the start', () => {
    expect(problemsOf({ BRAND_ASSETS: '/not/there' })).toEqual([
      'BRAND_ASSETS is "/not/there": give the path of a folder that can be read',
    ]);
  });
});
