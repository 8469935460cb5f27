import { readFileSync } from 'node:fs';
import { brandColours, contrastProblems, onAccent, surfaces, themes } from '@foyer/contract/brand/brand-colours';
import { expect, test } from 'vitest';

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const longForm = (hex = '') => (hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex);

function token(name: string) {
  const [, light, dark] = new RegExp(`--${name}: (?:light-dark\\()?(#\\w+)(?:, (#\\w+)\\))?;`).exec(tokens) ?? [];
  return { light: longForm(light), dark: longForm(dark ?? light) };
}

test('a brand is checked against the surfaces of the page', () => {
  for (const theme of themes)
    for (const [name, colour] of Object.entries(surfaces[theme])) expect(token(name)[theme], name).toBe(colour);
  expect(token('on-accent').light).toBe(onAccent);
});

test('the built-in colours pass the check of a brand', () => {
  const colours = brandColours({ accent: '#2350d9' });
  for (const theme of themes)
    colours[theme] = {
      accent: token('accent')[theme],
      hover: token('accent-hover')[theme],
      text: token('accent-text')[theme],
      soft: token('accent-soft')[theme],
    };
  expect(contrastProblems(colours)).toEqual([]);
});
