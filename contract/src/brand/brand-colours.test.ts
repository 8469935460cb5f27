import { describe, expect, test } from 'vitest';
import { brandColours, contrastProblems, themes } from './brand-colours.ts';
import { brandStyle } from './brand-style.ts';
import { contrast, toHex, toLch } from './colour.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#767676', '#ffffff', 4.54],
  ['#2350d9', '#ffffff', 6.5],
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1);
});

test.each(['#0b6e5f', '#2350d9', '#c8352b', '#808080', '#ffd400', '#000000', '#ffffff'])(
  '%s is the same after the way through lightness, chroma and hue',
  (hex) => {
    expect(toHex(toLch(hex))).toBe(hex);
  },
);

describe('from one accent', () => {
  const accents = ['#0b6e5f', '#2350d9', '#b3261e', '#7a1fa2', '#1d1d1f', '#5c5c00', '#00629b'];

  test.each(accents)('%s all colours of both themes can be read', (accent) => {
    expect(contrastProblems(brandColours({ accent }))).toEqual([]);
  });

  test.each(accents)('%s the hover colour keeps the contrast with white', (accent) => {
    const colours = brandColours({ accent });
    for (const theme of themes) {
      expect(colours[theme].hover).not.toBe(colours[theme].accent);
      expect(contrast(colours[theme].hover, '#ffffff')).toBeGreaterThan(4.5);
    }
  });

  test('colours that were chosen stay as they are', () => {
    const chosen = { accent: '#0b6e5f', accentDark: '#0f7f6e', text: '#095c50', textDark: '#5fd3be' };
    expect(brandColours(chosen)).toMatchObject({
      light: { accent: '#0b6e5f', text: '#095c50' },
      dark: { accent: '#0f7f6e', text: '#5fd3be' },
    });
  });
});

describe('a contrast that is too low is reported', () => {
  test.each([
    ['white on the accent', { accent: '#ffd400' }, { theme: 'light', colour: 'accent', with: '#ffffff', needed: 4.5 }],
    [
      'white on the accent of the dark theme',
      { accent: '#0b6e5f', accentDark: '#35b8a4' },
      { theme: 'dark', colour: 'accent', with: '#ffffff', needed: 4.5 },
    ],
    [
      'a button on a dark surface',
      { accent: '#0b6e5f', accentDark: '#083b34' },
      { theme: 'dark', colour: 'accent', with: '#161c2b', needed: 3 },
    ],
    [
      'a link on the darkest light surface',
      { accent: '#0b6e5f', text: '#757575' },
      { theme: 'light', colour: 'text', needed: 4.5 },
    ],
    [
      'a link on the lightest dark surface',
      { accent: '#0b6e5f', textDark: '#7c7c7c' },
      { theme: 'dark', colour: 'text', needed: 4.5 },
    ],
  ])('%s', (_, chosen, problem) => {
    const [first, ...others] = contrastProblems(brandColours(chosen)).filter(({ theme }) => theme === problem.theme);
    expect(first).toMatchObject(problem);
    expect(first!.ratio).toBeLessThan(problem.needed);
    expect(others.filter(({ colour }) => colour !== problem.colour)).toEqual([]);
  });
});

describe('the style of a brand', () => {
  const colours = brandColours({ accent: '#0b6e5f', accentDark: '#0f7f6e' });

  test('sets the colours of the system’s theme and of a chosen one', () => {
    const style = brandStyle({ colours });
    expect(style).toMatch(/^:root\{--accent:#0b6e5f;/);
    expect(style).toContain('@media (prefers-color-scheme:dark){:root{--accent:#0f7f6e;');
    expect(style).toContain(':root[data-theme=light]{--accent:#0b6e5f;');
    expect(style).toContain(':root[data-theme=dark]{--accent:#0f7f6e;');
    expect(style).not.toContain('data-theme-only');
  });

  test('chooses between pictures only where there are two', () => {
    expect(brandStyle({ logo: { light: '/a.svg' } })).toBe('');
    expect(brandStyle({ logo: { light: '/a.svg', dark: '/b.svg' } })).toContain('[data-theme-only=dark]');
  });
});
