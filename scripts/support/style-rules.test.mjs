import { describe, expect, test } from 'vitest';
import { declaredIn, markupProblems, styleProblems, usedIn } from './style-rules.mjs';

const problemsOf = (declaration) => styleProblems(`.a {\n  ${declaration};\n}`);

describe('a style sheet takes from the tokens', () => {
  test.each([
    ['color: #fff', 'colour'],
    ['background: linear-gradient(rgb(0 0 0 / 10%), transparent)', 'colour'],
    ['border: 1px solid oklch(50% 0.1 200)', 'colour'],
    ['--own: light-dark(#fff, #000)', 'colour'],
    ['fill: white', 'colour'],
    ['border-color: ButtonText', 'colour'],
    ['mask-image: linear-gradient(black, transparent)', 'colour'],
    ['padding: 0 12px', 'space'],
    ['margin-inline-end: -4px', 'space'],
    ['margin: calc(var(--s-8) + 3px)', 'space'],
    ['row-gap: 0.5em', 'space'],
    ['font-size: 13px', 'text size'],
    ['font-weight: 600', 'weight'],
    ['font-weight: bold', 'weight'],
    ['font: 14px/1.5 var(--font)', 'text size or weight'],
    ['font: 600 var(--t-20)/1 var(--latin)', 'text size or weight'],
    ['border-radius: 4px', 'radius'],
    ['border-end-start-radius: 4px', 'radius'],
    ['box-shadow: 0 0 0 3px var(--accent-soft)', 'shadow'],
    ['transition: color 100ms', 'duration'],
    ['animation: spin 0.7s linear infinite', 'duration'],
    ['transition-timing-function: cubic-bezier(0, 0, 1, 1)', 'duration'],
    ['z-index: 3', 'layer'],
  ])('%s', (declaration, kind) => {
    expect(problemsOf(declaration)).toEqual([`2: ${declaration} (${kind})`]);
  });
});

describe('a style sheet may say', () => {
  test.each([
    'color: currentColor',
    'border: 1px solid transparent',
    'background: color-mix(in srgb, var(--surface) 88%, transparent)',
    'padding: 0 1px',
    'margin: 0 auto -1px',
    'padding: 0 calc((100vw - var(--page)) / 2)',
    'margin-top: calc(-1 * var(--s-8))',
    'gap: var(--s-8) 10%',
    'font: inherit',
    'font: var(--semibold) var(--t-20)/1 var(--latin), sans-serif',
    'border-radius: 50%',
    'border-radius: var(--r-3) 0 0 var(--r-3)',
    'box-shadow: 0 0 0 1px var(--line-2), var(--shadow-1)',
    'animation: appear var(--base)',
    'z-index: auto',
    'width: 208px',
    'inset: 3px',
    "font-family: 'red', sans-serif",
    'grid-area: gold',
  ])('%s', (declaration) => {
    expect(problemsOf(declaration)).toEqual([]);
  });

  test('a colour of the system in forced colours', () => {
    expect(styleProblems('@media (forced-colors: active) { .a { color: Highlight } }')).toEqual([]);
    expect(styleProblems('@media (forced-colors: active) { .a { color: red } }')).toHaveLength(1);
  });

  test('anything in a comment', () => {
    expect(styleProblems('/* color: #fff; */ .a { color: inherit; }')).toEqual([]);
  });
});

describe('a component takes from the tokens', () => {
  test.each([
    [`<path fill="#fff" />`, ['1: "#fff"', '1: fill="#fff"']],
    [`<path stroke="red" />`, ['1: stroke="red"']],
    [`const glyph = { colour: '#0a9d4f' };`, [`1: '#0a9d4f'`]],
    [`<p style={{ color: 'inherit' }} />`, ['1: style']],
    [`<path fill="none" stroke="currentColor" />`, []],
    [`<path fill="var(--on-accent)" />`, []],
    [`<rect fill="url(#qr-dots)" />`, []],
    [`<p style={{ '--offset': x }} />`, []],
    [`location.hash = '#main';`, []],
  ])('%s', (source, problems) => {
    expect(markupProblems(source)).toEqual(problems);
  });
});

test('custom properties are found where they are declared and used', () => {
  expect(declaredIn(".a {\n  --x: 1px;\n}\nconst style = { '--y': 2 };\nset('--z', 3);")).toEqual([
    '--x',
    '--y',
    '--z',
  ]);
  expect(usedIn('var(--x) var(--room, 0px)')).toEqual(['--x']);
});
